import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { offeredFacets, type OfferedFacet } from "../../../shared/facets/facets.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { type Actor, policy, type User } from "../../../shared/people/policy.ts";
import type { Status } from "../../../shared/items/status.ts";
import { type ListQuery, PAGE_SIZE } from "../../../shared/schemas/list-query.ts";
import { idPattern, parseEmail } from "../../../shared/schemas/text.ts";
import type { AccountsRepo } from "../../people/index.ts";
import type { Client, LimitsService } from "../../platform/index.ts";
import type { UniversitiesService } from "../universities/universities.service.ts";
import type { Contribute } from "./contribute.ts";
import type { SearchInList, SearchNotes } from "./search-in-list.ts";
import { createSuggest } from "./suggest.ts";
import type { SuggestionsRepo } from "./suggestions.repo.ts";
import { createSetStatus } from "./set-status.ts";
import type { Facets, ListFilter, ResourceRow, ResourcesRepo } from "./resources.repo.ts";

export interface ResourcesDependencies {
  resourcesRepo: ResourcesRepo;
  suggestionsRepo: SuggestionsRepo;
  search: { inList: SearchInList };
  universities: Pick<UniversitiesService, "known" | "named">;
  accountsRepo: Pick<AccountsRepo, "findByEmail">;
  contribute: Contribute;
  /** Removes bytes that no file uses. If the removal fails, the sweep does it later. */
  discard: (sha256s: string[]) => Promise<void>;
  limits: Pick<LimitsService, "take">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

export interface Page {
  rows: ResourceRow[];
  /** The number of items on all pages. */
  count: number;
  /** Whether the search has more matches than `count`. */
  isMore: boolean;
  page: number;
  size: number;
  /** The notes of the search, if the list is searched. */
  notes?: SearchNotes;
}

/** A page of a person's own items of one kind. */
export interface OwnPage extends Omit<Page, "isMore"> {
  /** The number of items in each status, on all pages. */
  counts: Record<Status, number>;
  /** The number of items in all statuses. */
  total: number;
}

/** The filters of a list without a search. */
export type ListWithoutSearch = Omit<ListQuery, "page" | "size" | "search" | "exact">;

/** A page of a list, with the values for its filters. */
export interface BrowsedPage extends Page {
  facets: Facets;
  /** The facets that have more matches than we counted. */
  moreIn: OfferedFacet[];
}

/** How many matches of a search an API client can page through. */
const SEARCH_REACH = 2_000;

/** Contributes, reads and moderates items of every kind. */
export function createResourcesService(dependencies: ResourcesDependencies) {
  const { resourcesRepo, suggestionsRepo, search, universities, accountsRepo } = dependencies;
  const { contribute, discard, limits, clock } = dependencies;

  async function searched(
    actor: Actor,
    kind: string,
    { search: text = "", exact, ...input }: ListQuery,
    options: Parameters<SearchInList>[2],
  ): Promise<BrowsedPage> {
    const asked = { ...input, kind, text, exact: exact === "1" };
    const { rows, total, isMore, page, size, facets, moreIn, ...notes } = await search.inList(
      actor,
      asked,
      options,
    );
    return { rows, count: total, isMore, page, size, facets, moreIn, notes };
  }

  /** @throws DomainError not_found, also for an item that this reader can't see */
  async function get(actor: Actor, kindName: string, id: string): Promise<ResourceRow> {
    const row = idPattern.test(id) ? await resourcesRepo.find(id, actor, kindName) : undefined;
    if (!row) throw new DomainError("not_found");
    return row;
  }

  /**
   * One page of the items that this reader sees. The newest items are first or, in a search, the best
   * matches.
   */
  async function list(actor: Actor, kindName: string, query: ListQuery): Promise<Page> {
    if (query.search) return searched(actor, kindName, query, { reach: SEARCH_REACH });
    const { page = 0, size = PAGE_SIZE, search: _search, exact: _exact, ...filter } = query;
    const found: ListFilter = await universities.named({ kind: kindName, ...filter });
    const [rows, count] = await Promise.all([
      resourcesRepo.list(found, actor, { size, offset: page * size }),
      resourcesRepo.count(found, actor),
    ]);
    return { rows, count, isMore: false, page, size };
  }

  /**
   * Counts items by the values of each facet that lists of this kind offer. The count for a facet ignores the
   * filter by that facet.
   */
  async function countFacets(actor: Actor, kindName: string, query: ListWithoutSearch): Promise<Facets> {
    const filter: ListFilter = await universities.named({ kind: kindName, ...query });
    const names = facetsOf(kindName);
    const isChosen = (name: OfferedFacet) => (filter[name]?.length ?? 0) > 0;
    const counted = [
      resourcesRepo.facets(
        names.filter((name) => !isChosen(name)),
        filter,
        actor,
      ),
      ...names
        .filter(isChosen)
        .map((name) => resourcesRepo.facets([name], { ...filter, [name]: undefined }, actor)),
    ];
    return Object.assign({}, ...(await Promise.all(counted)));
  }

  return {
    /**
     * Contributes one item. Its status is Pending, or Approved if the kind is moderated after publication
     * (spec §4).
     * @param input the payload of spec §7, unvalidated
     * @returns the new id
     * @throws DomainError sign_in_required, invalid_input, not_found if the question to answer is missing,
     *   too_many_requests
     */
    async create(actor: Actor, kindName: string, input: unknown, client: Client): Promise<string> {
      const contributor = authorize(actor, "contribute");
      return contribute(contributor, kindName, input, {
        take: (kind) =>
          limits.take(kind.parent ? "answer" : "contribution", { client, account: contributor.email }),
      });
    },

    get,

    /**
     * Finds the item that shows the file of this one, since a moderator replaced its file with this better copy.
     * @returns its id; undefined if no such item exists, or if the reader can't see it
     */
    shownInstead: async (actor: Actor, kindName: string, id: string): Promise<string | undefined> =>
      idPattern.test(id) ? resourcesRepo.shownInstead(id, actor, kindName) : undefined,

    list,

    /** Like `list`, with the counts for the filters and the notes of the search. */
    async browse(actor: Actor, kindName: string, query: ListQuery): Promise<BrowsedPage> {
      if (query.search) return searched(actor, kindName, query, { facets: facetsOf(kindName) });
      const { page: _page, size: _size, search: _search, exact: _exact, ...filter } = query;
      const [page, facets] = await Promise.all([
        list(actor, kindName, query),
        countFacets(actor, kindName, filter),
      ]);
      return { ...page, facets, moreIn: [] };
    },

    /**
     * The newest items that this reader sees. The total number is left out, because counting reads all items.
     */
    newest: async (
      actor: Actor,
      kindName: string,
      filter: ListWithoutSearch,
      size: number,
    ): Promise<ResourceRow[]> =>
      resourcesRepo.list(await universities.named({ kind: kindName, ...filter }), actor, { size, offset: 0 }),

    /** Counts the items that this reader sees. */
    count: async (actor: Actor, kindName: string, filter: ListWithoutSearch): Promise<number> =>
      resourcesRepo.count(await universities.named({ kind: kindName, ...filter }), actor),

    facets: countFacets,

    /** Counts the reader's contributions of each kind, and how many of them are Pending. */
    async countOwn(actor: User): Promise<Record<string, { all: number; pending: number }>> {
      const counts: Record<string, { all: number; pending: number }> = {};
      for (const { kind, status, count } of await resourcesRepo.countOwn(actor.id)) {
        const own = (counts[kind] ??= { all: 0, pending: 0 });
        own.all += count;
        if (status === "Pending") own.pending += count;
      }
      return counts;
    },

    /**
     * One page of a person's items of a kind, newest first, in one status or in all.
     * @throws DomainError not_found, both for an unknown email and for another person's email
     */
    async listOwn(
      actor: Actor,
      kindName: string,
      email: string,
      { page = 0, size = PAGE_SIZE, status }: Pick<ListQuery, "page" | "size" | "status"> = {},
    ): Promise<OwnPage> {
      const known = parseEmail(email);
      const person =
        known && policy.readPerson(actor, known) ? await accountsRepo.findByEmail(known) : undefined;
      if (!person) throw new DomainError("not_found");
      const own = { uploaderId: person.id, kind: kindName, status };
      const [rows, counted] = await Promise.all([
        resourcesRepo.listOwn(own, { size, offset: page * size }),
        resourcesRepo.countOwn(person.id),
      ]);
      const counts: Record<Status, number> = { Pending: 0, Approved: 0, Cancelled: 0 };
      for (const { kind, status: one, count } of counted) if (kind === kindName) counts[one] += count;
      const total = counts.Pending + counts.Approved + counts.Cancelled;
      return { rows, count: status ? counts[status] : total, counts, total, page, size };
    },

    /**
     * The items below a parent item, oldest first.
     * @throws DomainError not_found if the reader can't see the parent item
     */
    async listChildren(actor: Actor, parentKind: string, parentId: string): Promise<ResourceRow[]> {
      const parent = await get(actor, parentKind, parentId);
      return resourcesRepo.listChildren(parent.id, actor);
    },

    suggestions: createSuggest(suggestionsRepo, universities),

    setStatus: createSetStatus({ resourcesRepo, discard, clock }),

    isEmpty: (): Promise<boolean> => resourcesRepo.isEmpty(),
  };
}

/** The facets that lists of this kind offer. */
function facetsOf(kindName: string): OfferedFacet[] {
  const columns = new Set(Object.values(kindNamed(kindName).fields).map((field) => field.column));
  return offeredFacets.filter((name) => columns.has(name));
}
