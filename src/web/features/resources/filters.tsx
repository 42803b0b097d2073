import { departmentKey, departmentLabel, knownDepartments } from "../../../shared/departments.ts";
import { type Kind, offeredFacets } from "../../../shared/kinds/index.ts";
import { type ListQuery, NO_YEAR } from "../../../shared/schemas/list-query.ts";
import type { Facets } from "../../context.ts";
import { useMessages } from "../../ui/messages.ts";
import { useKindWords } from "../../kind-words.ts";
import { listHref } from "./list-href.ts";

/** The year filter begins here (spec §5) and ends with the present year (product.md). */
const FIRST_FILTER_YEAR = 2010;

export interface FiltersProps {
  kind: Kind;
  path: string;
  query: ListQuery;
  facets: Facets;
}

/** The filters that suit a kind, as a form: all state is in the address, and it works without JavaScript. */
export function Filters({ kind, path, query, facets }: FiltersProps) {
  const { list, item } = useMessages();
  const exams = useKindWords(kind).fields["examType"]?.options ?? {};
  return (
    <form method="get" action={path} className="filters" aria-label={list.filters}>
      <HiddenFilters query={query} except={["page", ...offeredFacets.filter((name) => facets[name])]} />
      <details>
        <summary>{list.filters}</summary>
        {facets.department && <Departments chosen={query.department ?? []} counted={facets.department} />}
        {facets.year && (
          <Choice name="year" any={NO_YEAR} chosen={query.year} values={filterYears(facets.year)} />
        )}
        <Choice
          name="semester"
          chosen={query.semester}
          values={facets.semester?.map(({ value }) => value).sort(byNumber)}
          words={item.semester}
        />
        <Choice
          name="examType"
          chosen={query.examType}
          values={facets.examType?.map(({ value }) => value)}
          words={(value) => exams[value] ?? value}
        />
        <Choice
          name="university"
          chosen={query.university}
          values={facets.university?.map(({ value }) => value)}
        />
        <button className="quiet">{list.apply}</button>
      </details>
    </form>
  );
}

const byNumber = new Intl.Collator("en", { numeric: true }).compare;

/** From 2010 on, and whatever older the archive holds; the newest first. */
function filterYears(counted: { value: string }[]): string[] {
  const years = new Set(counted.map(({ value }) => value));
  for (let year = FIRST_FILTER_YEAR; year <= new Date().getFullYear(); year++) years.add(String(year));
  return [...years].sort().reverse();
}

interface ChoiceProps {
  name: "year" | "semester" | "examType" | "university";
  chosen: string | undefined;
  /** Nothing is shown without any. */
  values: string[] | undefined;
  /** The value that means no filter. */
  any?: string;
  words?: (value: string) => string;
}

/** A dropdown of one facet's values. */
function Choice({ name, chosen, values = [], any = "", words = (value) => value }: ChoiceProps) {
  const { labels, list } = useMessages();
  const offered = chosen && !values.includes(chosen) ? [...values, chosen] : values;
  if (offered.length === 0) return null;
  return (
    <div className="field">
      <label htmlFor={`filter-${name}`}>{labels[name]}</label>
      <select id={`filter-${name}`} name={name} defaultValue={chosen ?? any}>
        <option value={any}>{list.any[name]}</option>
        {offered.map((value) => (
          <option key={value} value={value}>
            {words(value)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The filters that a form does not show, so that sending it keeps them. */
export function HiddenFilters({ query, except }: { query: ListQuery; except: (keyof ListQuery)[] }) {
  return Object.entries(query)
    .filter(([name]) => !except.includes(name as keyof ListQuery))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .map(
      ([name, one]) => one !== undefined && <input type="hidden" key={name + one} name={name} value={one} />,
    );
}

function Departments({ chosen, counted }: { chosen: string[]; counted: { value: string; count: number }[] }) {
  const { labels } = useMessages();
  const counts = new Map(counted.map(({ value, count }) => [departmentKey(value), { value, count }]));
  const known = knownDepartments.map(({ value }) => ({
    value: value as string,
    count: counts.get(departmentKey(value))?.count ?? 0,
  }));
  const others = counted.filter(
    ({ value }) => !known.some((one) => departmentKey(one.value) === departmentKey(value)),
  );
  const checked = new Set(chosen.map(departmentKey));
  return (
    <fieldset>
      <legend>{labels["department"]}</legend>
      {[...known, ...others].map(({ value, count }) => (
        <label className="check" key={value}>
          <input
            type="checkbox"
            name="department"
            value={value}
            defaultChecked={checked.has(departmentKey(value))}
          />
          <span>{departmentLabel(value)}</span>
          <span>{count}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** What is filtered by, each a link that takes it away, and one that takes all away. */
export function Chips({ kind, path, query }: Omit<FiltersProps, "facets">) {
  const { list, item, labels } = useMessages();
  const exams = useKindWords(kind).fields["examType"]?.options ?? {};
  const { page: _page, size: _size, status: _status, ...filters } = query;
  const chips = Object.entries(filters).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [{ name, value: one }])),
  );
  if (chips.length === 0) return null;
  const spoken: Record<string, (value: string) => string> = {
    department: departmentLabel,
    semester: item.semester,
    examType: (value) => exams[value] ?? value,
  };
  const words = (name: string, value: string) => spoken[name]?.(value) ?? value;
  return (
    <div className="chips">
      {chips.map(({ name, value }) => {
        const rest = name === "department" ? filters.department?.filter((one) => one !== value) : undefined;
        return (
          <a
            key={name + value}
            href={listHref(path, { ...filters, [name]: rest })}
            aria-label={list.removeFilter(`${labels[name] ?? name} ${words(name, value)}`)}
          >
            {words(name, value)} <span aria-hidden="true">×</span>
          </a>
        );
      })}
      {chips.length > 1 && <a href={path}>{list.clear}</a>}
    </div>
  );
}
