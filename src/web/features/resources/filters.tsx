import { departmentKey, departmentLabel, knownDepartments } from "../../../shared/departments.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import { type ListQuery, NO_YEAR } from "../../../shared/schemas/list-query.ts";
import type { Facets } from "../../context.ts";
import { useMessages } from "../../ui/messages.ts";
import { filterColumns, listHref } from "./list-href.ts";

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
  const { list } = useMessages();
  const columns = filterColumns(kind);
  return (
    <form method="get" action={path} className="filters" aria-label={list.filters}>
      <HiddenFilters query={query} except={["department", "year", "semester", "page"]} />
      <details>
        <summary>{list.filters}</summary>
        {columns.has("department") && <Departments chosen={query.department ?? []} facets={facets} />}
        {columns.has("year") && <Year chosen={query.year} facets={facets} />}
        {columns.has("semester") && <Semester chosen={query.semester} facets={facets} />}
        <button className="quiet">{list.apply}</button>
      </details>
    </form>
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

function Departments({ chosen, facets }: { chosen: string[]; facets: Facets }) {
  const { labels } = useMessages();
  const counts = new Map(
    facets.department.map(({ value, count }) => [departmentKey(value), { value, count }]),
  );
  const known = knownDepartments.map(({ value }) => ({
    value: value as string,
    count: counts.get(departmentKey(value))?.count ?? 0,
  }));
  const others = facets.department.filter(
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

function Year({ chosen, facets }: { chosen: string | undefined; facets: Facets }) {
  const { labels, list } = useMessages();
  const years = new Set(facets.year.map(({ value }) => value));
  for (let year = FIRST_FILTER_YEAR; year <= new Date().getFullYear(); year++) years.add(String(year));
  return (
    <div className="field">
      <label htmlFor="filter-year">{labels["year"]}</label>
      <select id="filter-year" name="year" defaultValue={chosen ?? NO_YEAR}>
        <option value={NO_YEAR}>{list.anyYear}</option>
        {[...years]
          .sort()
          .reverse()
          .map((year) => (
            <option key={year}>{year}</option>
          ))}
      </select>
    </div>
  );
}

function Semester({ chosen, facets }: { chosen: string | undefined; facets: Facets }) {
  const { labels, list, item } = useMessages();
  const semesters = new Set([...facets.semester.map(({ value }) => value), ...(chosen ? [chosen] : [])]);
  return (
    <div className="field">
      <label htmlFor="filter-semester">{labels["semester"]}</label>
      <select id="filter-semester" name="semester" defaultValue={chosen ?? ""}>
        <option value="">{list.anySemester}</option>
        {[...semesters]
          .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
          .map((semester) => (
            <option key={semester} value={semester}>
              {item.semester(semester)}
            </option>
          ))}
      </select>
    </div>
  );
}

/** What is filtered by, each a link that takes it away, and one that takes all away. */
export function Chips({ path, query }: Pick<FiltersProps, "path" | "query">) {
  const { list, item, labels } = useMessages();
  const { page: _page, size: _size, status: _status, ...filters } = query;
  const chips = Object.entries(filters).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [{ name, value: one }])),
  );
  if (chips.length === 0) return null;
  const words = (name: string, value: string) =>
    name === "department" ? departmentLabel(value) : name === "semester" ? item.semester(value) : value;
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
