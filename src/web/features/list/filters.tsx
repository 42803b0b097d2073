import island from "../../islands/filters.ts?worker&url";
import { departmentKey, departmentLabel, knownDepartments } from "../../../shared/courses/departments.ts";
import { ALL_VALUES, NO_YEAR } from "../../../shared/facets/facet-declaration.ts";
import { facets as declared, type OfferedFacet, offeredFacets } from "../../../shared/facets/facets.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { ListQuery } from "../../../shared/schemas/list-query.ts";
import type { Facets } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { useFacetWords } from "./facet-words.ts";

/** The year filter starts here (spec §5) and ends with the current year. */
const FIRST_FILTER_YEAR = 2010;

interface Counted {
  value: string;
  count: number;
}

export interface FiltersProps {
  kind: Kind;
  path: string;
  query: ListQuery;
  facets: Facets;
  /** The facets whose counts are incomplete. */
  moreIn: OfferedFacet[];
  /** How many items match these filters. */
  count: number;
  /** Whether more than `count` items match. */
  isMore: boolean;
}

/**
 * The filters of a kind, as a form whose state is in the address. On a desktop they are next to the list. On
 * a phone they are in a popover, which needs no script.
 */
export function Filters({ kind, path, query, facets, moreIn, count, isMore }: FiltersProps) {
  const { list } = useMessages();
  const words = useFacetWords(kind);
  const hidden = ["page", ...offeredFacets.filter((name) => facets[name])] as (keyof ListQuery)[];
  return (
    <>
      <button type="button" className="quiet list-open-filters" popoverTarget="filters">
        {list.filters}
      </button>
      <form
        id="filters"
        popover="auto"
        method="get"
        action={path}
        className="list-filters in-place"
        aria-label={list.filters}
        // With autocomplete, the browser's Back button would restore the checkboxes of a different list.
        autoComplete="off"
      >
        <HiddenFilters query={query} except={hidden} />
        <div className="list-sheet-head">
          <h2>{list.filters}</h2>
          <button type="button" className="plain" popoverTarget="filters" popoverTargetAction="hide">
            {list.close}
          </button>
        </div>
        {offeredFacets.map((name) => {
          const counted = facets[name];
          if (!counted) return null;
          const isMany = moreIn.includes(name);
          if (name === "department") {
            const chosen = query.department ?? [];
            const label = words.label(name);
            return <Departments key={name} {...{ label, chosen, counted, isMore: isMany }} />;
          }
          return (
            <Choice
              key={name}
              name={name}
              kind={kind}
              chosen={query[name]}
              counted={inOrder(name, counted)}
              isMore={isMany}
            />
          );
        })}
        <div className="list-sheet-foot">
          <button>
            <span className="list-count-said">{list.applyCount(count, isMore)}</span>
            <span className="list-count-unsaid">{list.apply}</span>
          </button>
        </div>
      </form>
      <script type="module" src={island} />
    </>
  );
}

/** The filter script writes here, above the list: the number of items, or why the list didn't load. */
export function ListStatus() {
  const { failed, busy, retry } = useMessages().list;
  return (
    <div className="visually-hidden">
      <p id="found" role="status" data-failed={failed} data-busy={busy} data-retry={retry} />
    </div>
  );
}

const byNumber = new Intl.Collator("en", { numeric: true }).compare;
const sorted = (counted: Counted[]): Counted[] =>
  counted.toSorted((one, other) => byNumber(one.value, other.value));

function inOrder(name: OfferedFacet, counted: Counted[]): Counted[] {
  const { type, options = [] } = declared[name].field;
  if (type === "year") return years(counted);
  if (type !== "choice") return sorted(counted);
  return counted.toSorted((one, other) => options.indexOf(one.value) - options.indexOf(other.value));
}

/** The years from 2010 on and older years in the archive, newest first. */
function years(counted: Counted[]): Counted[] {
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  for (let year = FIRST_FILTER_YEAR; year <= new Date().getFullYear(); year++)
    counts.set(String(year), counts.get(String(year)) ?? 0);
  return sorted([...counts].map(([value, count]) => ({ value, count }))).reverse();
}

interface ChoiceProps {
  name: Exclude<OfferedFacet, "department">;
  kind: Kind;
  chosen: string | undefined;
  /** The values with their counts. Without values, the filter is hidden. */
  counted: Counted[];
  /** Whether the real counts may be higher. */
  isMore: boolean;
}

/** A dropdown with the values of a facet. */
function Choice({ name, kind, chosen, counted, isMore }: ChoiceProps) {
  const { list } = useMessages();
  const words = useFacetWords(kind);
  const isOffered = !chosen || counted.some(({ value }) => value === chosen);
  const offered = isOffered ? counted : [...counted, { value: chosen, count: 0 }];
  if (offered.length === 0) return null;
  // The value for "no year" in the specification (§9).
  const any = declared[name].field.type === "year" ? NO_YEAR : "";
  return (
    <div className="field" data-facet={name}>
      <label htmlFor={`filter-${name}`}>{words.label(name)}</label>
      <select id={`filter-${name}`} name={name} defaultValue={chosen ?? any}>
        <option value={any}>{words.any(name)}</option>
        {offered.map(({ value, count }) => (
          <option key={value} value={value}>
            {list.option(words.value(name, value), count, isMore)}
          </option>
        ))}
      </select>
    </div>
  );
}

/**
 * The filters that a form does not show, as hidden fields, so that they still apply when the form is sent.
 */
export function HiddenFilters({ query, except }: { query: ListQuery; except: (keyof ListQuery)[] }) {
  return Object.entries(query)
    .filter(([name]) => !except.includes(name as keyof ListQuery))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .map(
      ([name, one]) => one !== undefined && <input type="hidden" key={name + one} name={name} value={one} />,
    );
}

interface DepartmentsProps {
  label: string;
  chosen: string[];
  counted: Counted[];
  isMore: boolean;
}

function Departments({ label, chosen, counted, isMore }: DepartmentsProps) {
  const { list } = useMessages();
  const checked = new Set(chosen.map(departmentKey));
  return (
    <fieldset data-facet="department">
      <legend>{label}</legend>
      {/* Without JavaScript, the form can send "All" together with departments; "All" then overrides the
          departments. */}
      <label className="check">
        <input
          type="checkbox"
          name="department"
          value={checked.size > 0 ? ALL_VALUES : ""}
          defaultChecked={checked.size === 0}
        />
        <span>{list.all}</span>
        <span />
      </label>
      {departments(chosen, counted).map(({ value, count }) => (
        <label className="check" key={value}>
          <input
            type="checkbox"
            name="department"
            value={value}
            defaultChecked={checked.has(departmentKey(value))}
          />
          <span>{departmentLabel(value)}</span>
          <span>{list.count(count, isMore)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * The departments of the specification (§5), those in the archive, and the chosen ones, so that a choice can
 * always be undone.
 */
function departments(chosen: string[], counted: Counted[]): Counted[] {
  const none = [...knownDepartments.map(({ value }) => value as string), ...chosen];
  const found = new Map(none.map((value) => [departmentKey(value), { value, count: 0 }]));
  for (const one of counted) found.set(departmentKey(one.value), one);
  return [...found.values()];
}
