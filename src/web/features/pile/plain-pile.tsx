import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Attempt } from "../../page/forms.ts";
import { LinePicture } from "../../items/line-picture.tsx";
import { FormField } from "../../ui/form-field.tsx";
import { usePileMessages } from "./pile-messages.ts";
import { type FieldOfRow, fieldsOf } from "./columns.ts";
import { factsOf } from "./facts-of.ts";
import { countGroups } from "./groups.ts";
import { PileHeading } from "./pile-heading.tsx";
import { questionFacets } from "./pile-kinds.ts";
import type { ShownDetail, ShownPile, ShownRow } from "./pile-view.ts";
import { KindOptions } from "./kind-options.tsx";
import { PlainAdding } from "./plain-adding.tsx";
import { acts } from "./post-pile.ts";
import { RemovePile } from "./remove-pile.tsx";
import { StatusMark } from "./status-mark.tsx";

export interface PlainPileProps {
  pile: ShownPile;
  /** The address of the page. */
  path: string;
  /** The row that the person changes. */
  chosen: string | undefined;
  attempt: Attempt | undefined;
}

/** The page of a pile without JavaScript: forms and a list. */
export function PlainPile({ pile, path, chosen, attempt }: PlainPileProps) {
  const words = usePileMessages();
  const { rows, zips, largePdfs } = pile;
  const row = rows.find(({ id }) => id === chosen);
  const counts = countGroups(rows);
  if (row) return <PlainRow row={row} path={path} attempt={attempt} />;
  return (
    <>
      <PileHeading rows={rows} />
      {counts.reading > 0 && (
        <p>
          {words.progress(rows.length - counts.reading, rows.length)}. {words.plain.reload}{" "}
          <a href={path}>{words.plain.reloadNow}</a>
        </p>
      )}
      {zips.map(({ id, name, problem, entries, entriesDone, state }) => {
        if (problem) return <p key={id}>{words.zip.refused(name, problem)}</p>;
        return state === "waiting" && <p key={id}>{words.zip.reading(name, entriesDone, entries)}</p>;
      })}
      {largePdfs.map(({ id, name, page, pages, problem }) => (
        <p key={id}>{problem ? words.zip.refused(name, problem) : words.shrinking(name, page, pages)}</p>
      ))}
      <PlainAdding attempt={attempt} />
      {rows.length > 0 && (
        <>
          <h2>{words.plain.rows}</h2>
          <ul className="rows">
            {rows.map((one) => (
              <PlainListed key={one.id} row={one} path={path} />
            ))}
          </ul>
          <PlainSending ready={counts.ready} left={counts.check + counts.reading} sendRest={pile.sendRest} />
          <PlainAnswers answers={pile.answers} attempt={attempt} />
        </>
      )}
      <RemovePile />
    </>
  );
}

/** Sends what is ready, and begins or ends the sending of the rest. */
function PlainSending({ ready, left, sendRest }: { ready: number; left: number; sendRest: boolean }) {
  const { foot } = usePileMessages();
  if (ready + left === 0 && !sendRest) return null;
  return (
    <form method="post" className="narrow app-form">
      {ready > 0 && !sendRest && (
        <label className="check">
          <input type="checkbox" name="rest" />
          <span>{foot.rest}</span>
        </label>
      )}
      {ready === 0 && !sendRest && <input type="hidden" name="rest" value="on" />}
      <div className="button-row">
        {(ready > 0 || !sendRest) && (
          <button name="act" value={acts.send}>
            {ready > 0 ? foot.send(ready) : foot.start}
          </button>
        )}
        {sendRest && (
          <button className="quiet" name="act" value={acts.stopRest}>
            {foot.stopRest}
          </button>
        )}
      </div>
    </form>
  );
}

function PlainListed({ row, path }: { row: ShownRow; path: string }) {
  const words = usePileMessages();
  const { code, subject } = row.fields;
  const name = [code?.value, subject?.value].filter(Boolean).join(" ") || row.label;
  return (
    <li>
      <span className="item-name">
        <strong>{name}</strong>
        <small>{factsOf(row) || (name === row.label ? "" : row.label)}</small>
        {(row.failure ?? row.problem) && <small>{row.failure ?? row.problem}</small>}
      </span>
      <span>
        <StatusMark row={row} />{" "}
        {row.itemHref ? (
          <a href={row.itemHref}>{words.see}</a>
        ) : (
          <a href={`${path}?row=${encodeURIComponent(row.id)}`} aria-label={words.plain.editOf(name)}>
            {words.plain.edit}
          </a>
        )}
      </span>
    </li>
  );
}

function PlainRow({ row, path, attempt }: { row: ShownRow; path: string; attempt: Attempt | undefined }) {
  const words = usePileMessages();
  const { status, duplicate, files, link, split } = row;
  const canChange = !["refused", "sending", "sent"].includes(status);
  const act = (value: string, label: string) => (
    <button className="quiet" name="act" value={value} formNoValidate>
      {label}
    </button>
  );
  return (
    <>
      <p>
        <a href={path}>{words.plain.back}</a>
      </p>
      <h1>{row.label}</h1>
      <p>
        <StatusMark row={row} />
      </p>
      {(row.failure ?? row.problem) && <p className="pile-problem">{row.failure ?? row.problem}</p>}
      <p>
        {files[0] && <a href={files[0].page}>{words.see}</a>} {link && <a href={link}>{words.see}</a>}{" "}
        {duplicate?.href && <a href={duplicate.href}>{words.status.duplicate}</a>}
      </p>
      {split && (
        <p>
          {words.propose.split(split.length)}: {words.propose.ranges(split)}
        </p>
      )}
      <form method="post" noValidate className="narrow app-form">
        <input type="hidden" name="row" value={row.id} />
        {split && (
          <input
            type="hidden"
            name="at"
            value={split
              .slice(1)
              .map(([first]) => first)
              .join(",")}
          />
        )}
        {canChange && (
          <FormField name="kind" label={words.paper.kind} problem={attempt?.problems["kind"]}>
            {(control) => (
              <select {...control} defaultValue={row.kind}>
                <KindOptions />
              </select>
            )}
          </FormField>
        )}
        {canChange &&
          fieldsOf(row).map((field) => (
            <PlainField
              key={field.name}
              field={field}
              value={attempt?.values[field.name] ?? row.fields[field.name]?.value ?? ""}
              detail={row.fields[field.name]}
              problem={attempt?.problems[field.name]}
            />
          ))}
        <div className="button-row">
          {canChange && (
            <button name="act" value={acts.save}>
              {words.plain.save}
            </button>
          )}
          {split && act(acts.split, words.propose.doSplit(split.length))}
          {split && act(acts.keepWhole, words.propose.keep)}
          {status === "duplicate" && act(acts.sendAnyway, words.sendAnyway)}
          {status === "leftOut" && act(acts.putBack, words.putBack)}
          {status === "refused" && act(acts.removeRow, words.takeOut)}
          {canChange && status !== "leftOut" && act(acts.takeOut, words.takeOut)}
        </div>
      </form>
    </>
  );
}

function PlainAnswers({
  answers,
  attempt,
}: {
  answers: Record<string, string>;
  attempt: Attempt | undefined;
}) {
  const { plain } = usePileMessages();
  const fields = fieldsOf({ kind: kindNamed("question").name });
  return (
    <details className="drawer">
      <summary>{plain.answers}</summary>
      <form method="post" noValidate className="narrow app-form">
        <p className="hint">{plain.answersHint}</p>
        {questionFacets.map((name) => {
          const field = fields.find((one) => one.field.column === name);
          return (
            field && (
              <PlainField
                key={name}
                field={field}
                value={attempt?.values[name] ?? answers[name] ?? ""}
                problem={attempt?.problems[name]}
              />
            )
          );
        })}
        <button name="act" value={acts.answers}>
          {plain.saveAnswers}
        </button>
      </form>
    </details>
  );
}

interface PlainFieldProps {
  field: FieldOfRow;
  value: string;
  detail?: ShownDetail | undefined;
  problem: string | undefined;
}

function PlainField({ field: { name, label, field, options }, value, detail, problem }: PlainFieldProps) {
  const { paper } = usePileMessages();
  const printed = detail?.printed;
  const hint = printed === undefined ? detail?.snippet : paper.prints(options?.[printed] ?? printed);
  const input = (
    <FormField name={name} label={label} hint={hint} problem={problem} optional={!field.required}>
      {(control) =>
        field.type === "choice" ? (
          <select {...control} defaultValue={value}>
            <option value="">{paper.none}</option>
            {field.options?.map((option) => (
              <option key={option} value={option}>
                {options?.[option] ?? option}
              </option>
            ))}
          </select>
        ) : (
          <input {...control} defaultValue={value} autoComplete="off" />
        )
      }
    </FormField>
  );
  if (!detail?.cutting) return input;
  return (
    <div>
      {input}
      <LinePicture src={detail.cutting} text="" className="pile-line" />
    </div>
  );
}
