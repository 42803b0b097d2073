import { useEffect, useRef, useState } from "react";
import { deskConfidences } from "../../../shared/moderating/desk.ts";
import { facetNames, facets } from "../../../shared/facets/facets.ts";
import { kinds } from "../../../shared/kinds/index.ts";
import { deskMessages } from "../../../shared/messages/en-desk.ts";
import type { DeskPage } from "../../page/context.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { DeskIcon } from "./icons.tsx";

interface FilterProps {
  filter: Record<string, string>;
  counts: DeskPage["counts"];
}

/** The names of the filter that have no field in the form, and stay as they are. */
const HIDDEN = ["sort"];
/** The names of the filter that a link sets, and the form removes. */
const LINKED = ["contributor", "pile"] as const;

/** The fields of the filter, in a form that also works without JavaScript. */
export function FilterForm({ filter, counts }: FilterProps) {
  const words = useMessages(deskMessages).filter;
  const locale = useLocale();
  const select = (name: string, label: string, options: [value: string, text: string][]) => (
    <label>
      {label}
      <select name={name} defaultValue={filter[name] ?? ""}>
        <option value="">{words.any}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const text = (name: string, label: string) => (
    <label>
      {label}
      <input name={name} defaultValue={filter[name] ?? ""} autoComplete="off" />
    </label>
  );
  const tick = (name: string, label: string, count: number) => (
    <label className="desk-tick">
      <input type="checkbox" name={name} value="1" defaultChecked={filter[name] === "1"} /> {label} ({count})
    </label>
  );
  return (
    <form method="get" className="desk-filter-form">
      {HIDDEN.map(
        (name) => filter[name] && <input key={name} type="hidden" name={name} value={filter[name]} />,
      )}
      {select(
        "kind",
        words.kind,
        kinds
          .filter(({ name }) => counts.kinds[name] || filter["kind"] === name)
          .map(({ name, words: kind }) => [name, `${kind[locale].many} (${counts.kinds[name] ?? 0})`]),
      )}
      {select("only", words.only, [
        ["items", words.onlyItems],
        ["changes", `${words.onlyChanges} (${counts.changes})`],
      ])}
      {text("university", words.university)}
      {text("department", words.department)}
      {select(
        "missing",
        words.missing,
        facetNames.map((name) => [name, facets[name].words[locale].label]),
      )}
      {select(
        "confidence",
        words.confidence,
        deskConfidences.map((name) => [name, `${words.confidences[name]} (${counts.confidence[name]})`]),
      )}
      <label>
        {words.age}
        <input name="age" inputMode="numeric" defaultValue={filter["age"] ?? ""} />
      </label>
      {tick("duplicate", words.duplicate, counts.duplicates)}
      {tick("first", words.first, counts.first)}
      {LINKED.map(
        (name) =>
          filter[name] && (
            <label key={name} className="desk-tick">
              <input type="checkbox" name={name} value={filter[name]} defaultChecked /> {words[name]}
            </label>
          ),
      )}
      <p className="button-row">
        <button>{words.apply}</button>
        <a className="button quiet" href="?">
          {words.clear}
        </a>
      </p>
    </form>
  );
}

/** The button that opens the filter, with the number of its conditions. */
export function DeskFilters(props: FilterProps) {
  const words = useMessages(deskMessages);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const count = Object.keys(props.filter).filter((name) => name !== "sort").length;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <>
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        <DeskIcon name="filter" /> {words.filter.open}
        {count > 0 && ` (${count})`}
      </button>
      {isOpen && (
        <dialog
          ref={dialog}
          className="desk-dialog"
          aria-labelledby="desk-filter"
          onClose={() => setOpen(false)}
        >
          <h2 id="desk-filter">{words.filter.label}</h2>
          <FilterForm {...props} />
          <button type="button" className="plain" onClick={() => dialog.current?.close()}>
            {words.decide.close}
          </button>
        </dialog>
      )}
    </>
  );
}
