import { Form, Link } from "react-router";
import type { DeskDecision } from "../../page/context.ts";
import { useLocale } from "../../ui/messages.ts";
import { type BulkAction, bulkActions, BulkEffect, type BulkPreview } from "./bulk-effect.tsx";
import { bulkFields } from "./bulk-fields.ts";
import { Skipped } from "./bottom-bar.tsx";
import { useDeskMessages } from "./desk-messages.ts";
import { ReasonOptions } from "./reason-options.tsx";

/** The form of the checkboxes in the table. */
export const MANY_FORM = "desk-many";

/** A decision about many items that a moderator without JavaScript prepares. Its parameters are in the address. */
export interface PlainMany {
  action: BulkAction;
  /** The items as `ID.VERSION`, or `ID.VERSION.CHANGE` for a change of an approved item. */
  picks: string[];
  /** Whether the decision is about all items of the list. */
  isAll: boolean;
  reason: string;
  field: string;
  value: string;
  /** The number that the preview answered as `until`; empty without one. */
  until: string;
  /** The effect of the decision; undefined if something is missing. */
  counts: BulkPreview | undefined;
  /** The reason that the decision can't be carried out yet. */
  problem: string | undefined;
}

interface FilterProps {
  /** The parameters of the list. */
  filter: Record<string, string>;
}

const Hidden = ({ values }: { values: [name: string, value: string][] }) =>
  values.map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);

/** The fields of a decision about the items that are ticked in the table. They lead to its preview. */
export function ManyForm({
  filter,
  matching,
  reasons,
}: FilterProps & { matching: number; reasons: string[] }) {
  const { bulk, decide, detail, plain } = useDeskMessages();
  return (
    <details className="desk-plain-filter">
      <summary>{bulk.label}</summary>
      <form method="get" id={MANY_FORM}>
        <Hidden values={Object.entries(filter)} />
        <label className="desk-tick">
          <input type="checkbox" name="all" value="1" /> {bulk.all(matching)}
        </label>
        <label>
          {plain.actions}
          <select name="many">
            {bulkActions.map((action) => (
              <option key={action} value={action}>
                {bulk[action]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {decide.reasons}
          <select name="reason">
            <option value="">{plain.choose}</option>
            <ReasonOptions reasons={reasons} />
          </select>
        </label>
        <label>
          {plain.other}
          <input name="other" maxLength={500} autoComplete="off" />
        </label>
        <label>
          {bulk.field}
          <select name="field">
            <option value="">{detail.choose}</option>
            {bulkFields(useLocale()).map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <button>{plain.preview}</button>
      </form>
    </details>
  );
}

interface PreviewProps extends FilterProps {
  many: PlainMany;
  /** The address of the list. */
  back: string;
}

/** The effect of a decision about many items, with the button that carries it out. */
export function ManyPreview({ many, filter, back }: PreviewProps) {
  const { bulk, plain } = useDeskMessages();
  const { action, picks, isAll, reason, field, value, counts, problem } = many;
  const target: [string, string][] = isAll
    ? [["all", "1"]]
    : picks.map((pick): [string, string] => ["pick", pick]);
  const needsValue = action === "set" && field !== "";
  return (
    <section className="desk-plain-many" aria-labelledby="desk-many-title">
      <h2 id="desk-many-title">{bulk.title[action](counts?.total ?? picks.length)}</h2>
      {problem && <p className="desk-refused">{problem}</p>}
      {needsValue && (
        <form method="get">
          <Hidden values={[...Object.entries(filter), ...target, ["many", action], ["field", field]]} />
          <ValueField field={field} value={value} />
          <button className="quiet">{plain.preview}</button>
        </form>
      )}
      {counts && <BulkEffect action={action} counts={counts} />}
      <div className="button-row">
        {counts && counts.change > 0 && (
          <Form method="post" action={back}>
            <Hidden
              values={[
                ...target,
                ["many", action],
                ["reason", reason],
                ["field", field],
                ["value", value],
                ["until", String(counts.until ?? "")],
              ]}
            />
            <button name="act" value="many">
              {bulk.run[action](counts.change)}
            </button>
          </Form>
        )}
        <Link className="button quiet" to={back}>
          {bulk.cancel}
        </Link>
      </div>
    </section>
  );
}

function ValueField({ field, value }: { field: string; value: string }) {
  const { bulk, detail } = useDeskMessages();
  const known = bulkFields(useLocale()).find(({ name }) => name === field);
  return (
    <label>
      {known?.label ?? bulk.value}
      {known?.rules.options ? (
        <select name="value" defaultValue={value}>
          <option value="">{detail.choose}</option>
          {known.rules.options.map((option) => (
            <option key={option} value={option}>
              {known.options[option] ?? option}
            </option>
          ))}
        </select>
      ) : (
        <input name="value" defaultValue={value} autoComplete="off" />
      )}
    </label>
  );
}

/** The last decision of the moderator, with its undo. */
export function PlainLast({ decision, back }: { decision: DeskDecision; back: string }) {
  const { last, bulk } = useDeskMessages();
  const { id, action, title, counts, state, total, skipped } = decision;
  const done = counts.done ?? 0;
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
