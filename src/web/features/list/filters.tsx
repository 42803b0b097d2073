import island from "../../islands/filters.ts?worker&url";
import { departmentKey, departmentLabel, knownDepartments } from "../../../shared/departments.ts";
import { ALL_VALUES, NO_YEAR } from "../../../shared/facet-declaration.ts";
import { facets as declared, type OfferedFacet, offeredFacets } from "../../../shared/facets.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { ListQuery } from "../../../shared/schemas/list-query.ts";
import type { Facets } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { useFacetWords } from "./facet-words.ts";

/** The year filter begins here (spec §5) and ends with the present year. */
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
  /** How many items there are with these filters. */
  count: number;
  /** Whether there are more than `count`. */
  isMore: boolean;
}

/**
 * The filters that suit a kind, as a form: all state is in the address. On a desktop they stand beside the list; on a
 * phone they are a sheet, a popover that needs no script.
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
        // Otherwise the browser's Back button restores the boxes beside another list.
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

/** The filters' script writes here, above the list: the number of items, or the reason why the list didn't load. */
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

const inOrder = (name: OfferedFacet, counted: Counted[]): Counted[] =>
  declared[name].field.type === "year" ? years(counted) : sorted(counted);

/** From 2010 on, and older years of the archive; the newest first. */
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
  /** Without values it shows nothing. */
  counted: Counted[];
  /** Whether there are more than the counted ones. */
  isMore: boolean;
}

/** A dropdown of one facet's values. */
function Choice({ name, kind, chosen, counted, isMore }: ChoiceProps) {
  const { list } = useMessages();
  const words = useFacetWords(kind);
  const isOffered = !chosen || counted.some(({ value }) => value === chosen);
  const offered = isOffered ? counted : [...counted, { value: chosen, count: 0 }];
  if (offered.length === 0) return null;
  // The specification's own value for no year (§9).
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

/** The filters that a form does not show, so that sending it keeps them. */
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
      {/* Without scripts the form sends All beside the departments, and All clears them. */}
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
 * The departments of the specification (§5), the archive's, and the chosen ones, so that people can always undo a
 * choice.
 */
function departments(chosen: string[], counted: Counted[]): Counted[] {
  const none = [...knownDepartments.map(({ value }) => value as string), ...chosen];
  const found = new Map(none.map((value) => [departmentKey(value), { value, count: 0 }]));
  for (const one of counted) found.set(departmentKey(one.value), one);
  return [...found.values()];
}
