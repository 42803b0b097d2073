import { Form, Link } from "react-router";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskDecision, DeskPage, DeskRow, Item } from "../../page/context.ts";
import type { Attempt } from "../../page/forms.ts";
import { changeHref, fullTitleOf } from "../../items/item-names.ts";
import { ItemTable } from "../../items/item-table.tsx";
import { OwnItem } from "../../items/own-item.tsx";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { SimilarLink } from "../../items/similar.tsx";
import { RemoveItem } from "../../items/remove-item.tsx";
import { attemptOn, problemsInRow } from "../../items/reason-field.tsx";
import { Skipped } from "./bottom-bar.tsx";
import { FilterForm } from "./filters.tsx";
import { Marks } from "./queue-row.tsx";
import { ReasonOptions } from "./reason-options.tsx";

export interface PlainDeskProps {
  queue: DeskPage;
  /** The numbers of possible duplicates, by item. */
  similar: Record<string, number>;
  filter: Record<string, string>;
  isRefused: boolean;
  reasons: string[];
  after: string | undefined;
  path: string;
  attempt: Attempt | undefined;
  /** The last decision of the moderator. */
  last: DeskDecision | undefined;
}

/** Shows the queue as a table with forms for one item each, for browsers without JavaScript. */
export function PlainDesk({
  queue,
  similar,
  filter,
  isRefused,
  reasons,
  after,
  path,
  attempt,
  last,
}: PlainDeskProps) {
  const { queue: words } = useMessages();
  const desk = useMessages(deskMessages);
  const hrefOf = (more: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...filter, ...more }).toString()}`;
  return (
    <div className="page">
      <h1>{words.title}</h1>
      {attempt && <ErrorSummary problems={problemsInRow(attempt, "delete")} message={attempt.message} />}
      <details className="desk-plain-filter" open={Object.keys(filter).length > 0}>
        <summary>{desk.filter.label}</summary>
        <FilterForm filter={filter} counts={queue.counts} />
      </details>
      {last && <PlainLast decision={last} back={hrefOf({})} />}
      {isRefused && <p className="notice">{desk.filter.refused}</p>}
      {queue.rows.length === 0 ? (
        <p className="empty">{queue.counts.total === 0 ? words.none : desk.emptyFilter}</p>
      ) : (
        <>
          <p>{words.waiting(queue.matching)}</p>
          <ItemTable
            label={words.title}
            items={queue.rows}
            words={words}
            renderActions={(item) => (
              <Actions
                item={item}
                row={queue.rows.find(({ id }) => id === item._id)}
                hrefOf={hrefOf}
                similar={similar[item._id]}
                reasons={reasons}
                attempt={attemptOn(attempt, item)}
              />
            )}
          />
        </>
      )}
      <p className="button-row">
        {after !== undefined && <Link to={hrefOf({})}>{desk.plain.first}</Link>}
        {queue.next !== undefined && <Link to={hrefOf({ after: queue.next })}>{desk.plain.more}</Link>}
      </p>
    </div>
  );
}

/** Shows the last decision of the moderator, with its undo. */
function PlainLast({ decision, back }: { decision: DeskDecision; back: string }) {
  const { last, bulk } = useMessages(deskMessages);
  const { id, action, title, counts, state, total, skipped } = decision;
  const done = counts["done"] ?? 0;
  return (
    <Form method="post" action={back} className="desk-plain-last">
      <input type="hidden" name="decision" value={id} />
      <p>
        {title !== undefined ? (
          <>
            <strong>{last[action]}</strong> {title}
          </>
        ) : state === "running" ? (
          bulk.progress(done + skipped.length, total)
        ) : (
          bulk.done[action](done)
        )}
      </p>
      <button className="quiet" name="act" value="undo">
        {last.undo}
      </button>
      {title === undefined && state === "done" && skipped.length > 0 && <Skipped skipped={skipped} />}
    </Form>
  );
}

interface ActionsProps {
  item: Item;
  row: DeskRow | undefined;
  /** The address of the list with more parameters. */
  hrefOf: (more: Record<string, string>) => string;
  /** The number of possible duplicates. */
  similar: number | undefined;
  reasons: string[];
  attempt: Attempt | undefined;
}

function Actions({ item, row, hrefOf, similar, reasons, attempt }: ActionsProps) {
  const { changes } = useMessages();
  const { detail, contributor } = useMessages(deskMessages);
  const name = <span className="visually-hidden">: {fullTitleOf(item)}</span>;
  if (item.hasChange)
    return (
      <div className="item-actions">
        <strong>{changes.title}</strong>
        <Link className="button" to={changeHref(item)}>
          {changes.compare}
          {name}
        </Link>
      </div>
    );
  return (
    <div className="item-actions">
      {row && (
        <p className="desk-row-marks">
          <Marks row={row} />
        </p>
      )}
      <SimilarLink item={item} count={similar} />
      {item.isForOthers ? <OwnItem /> : <Decide item={item} reasons={reasons} attempt={attempt} />}
      <Link to={`/admin-dashboard/edit/${item._id}`}>
        {detail.all}
        {name}
      </Link>
      {row?.contributor.id && (
        <Link to={hrefOf({ contributor: row.contributor.id })}>
          {contributor.only}
          {name}
        </Link>
      )}
      {row?.pile !== undefined && (
        <Link to={hrefOf({ pile: row.pile })}>
          {contributor.pile}
          {name}
        </Link>
      )}
    </div>
  );
}

/** The forms that approve, return or delete an item. */
function Decide({ item, reasons, attempt }: Pick<ActionsProps, "item" | "reasons" | "attempt">) {
  const { queue } = useMessages();
  const { plain } = useMessages(deskMessages);
  const name = <span className="visually-hidden">: {fullTitleOf(item)}</span>;
  const failed = attempt?.values["act"];
  const id = <input type="hidden" name="id" value={item._id} />;
  const version = <input type="hidden" name="version" value={item.version} />;
  return (
    <>
      <Form method="post" preventScrollReset>
        {id}
        {version}
        <button name="act" value="approve">
          {queue.approve}
          {name}
        </button>
      </Form>
      <details className="admin-drop" open={failed === "return"}>
        <summary className="button quiet">
          {plain.return}
          {name}
        </summary>
        <Form method="post" preventScrollReset noValidate>
          {id}
          {version}
          <ReturnFields item={item} reasons={reasons} attempt={failed === "return" ? attempt : undefined} />
          <button className="quiet" name="act" value="return">
            {plain.return}
            {name}
          </button>
        </Form>
      </details>
      <RemoveItem
        item={item}
        act="delete"
        label={queue.delete}
        attempt={failed === "delete" ? attempt : undefined}
      />
    </>
  );
}

/** The reasons for returning an item, or a text of the moderator's own. */
function ReturnFields({ item, reasons, attempt }: Pick<ActionsProps, "item" | "reasons" | "attempt">) {
  const { plain } = useMessages(deskMessages);
  const [id, ownId] = [`return-${item._id}`, `return-own-${item._id}`];
  const name = <span className="visually-hidden">: {fullTitleOf(item)}</span>;
  const problem = attempt?.problems["reason"];
  return (
    <div className="admin-reason">
      <label htmlFor={id}>
        {plain.reason}
        {name}
      </label>
      <select
        id={id}
        name="reason"
        defaultValue={attempt?.values["reason"] ?? ""}
        {...(problem ? { "aria-invalid": true, "aria-describedby": `${id}-problem` } : {})}
      >
        <option value="">{plain.choose}</option>
        <ReasonOptions reasons={reasons} />
      </select>
      <label htmlFor={ownId}>
        {plain.other}
        {name}
      </label>
      <input
        id={ownId}
        name="other"
        maxLength={500}
        autoComplete="off"
        defaultValue={attempt?.values["other"]}
      />
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          <span aria-hidden="true">✗</span> {problem}
        </p>
      )}
    </div>
  );
}
