import { authorize } from "../../../shared/people/authorize.ts";
import { CLAIM_LENGTH, QUEUE_SIZE } from "../../../shared/moderating/desk.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { type DeskFilter, deskNextSchema, deskQueueSchema } from "../../../shared/schemas/desk.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import {
  type ChangesRepo,
  changedRow,
  type DuplicatesService,
  decidedItem,
  moderatedItem,
  type ResourceRow,
  type SimilarRow,
  type ResourcesRepo,
  type UniversitiesService,
} from "../../library/index.ts";
import type { DeskClaimsRepo } from "./desk-claims.repo.ts";
import type { DeskDecisionsRepo } from "./desk-decisions.repo.ts";
import { detailsOf, doubtsOf } from "./desk-details.ts";
import { cursorOf, type Place, placeOf } from "./desk-filter.repo.ts";
import type { DeskQueueRepo, QueuedRow, QueueFacts } from "./desk-queue.repo.ts";
import type { DeskReview } from "./desk-review.service.ts";
import {
  type DeskItem,
  type DeskPage,
  type DeskRow,
  type Holder,
  presentDeskItem,
  presentDeskRow,
  presentHolder,
  type Reader,
} from "./desk.present.ts";
import type { Doubts } from "./desk-types.ts";

export interface DeskQueueDependencies {
  deskQueueRepo: DeskQueueRepo;
  deskClaimsRepo: DeskClaimsRepo;
  deskDecisionsRepo: Pick<DeskDecisionsRepo, "lastOf" | "lastReturnOf">;
  deskReview: Pick<DeskReview, "proposals">;
  resourcesRepo: Pick<ResourcesRepo, "find">;
  changesRepo: Pick<ChangesRepo, "find">;
  duplicates: Pick<DuplicatesService, "compare" | "ofChange">;
  universities: Pick<UniversitiesService, "named">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** How many rows `next` looks at in one step. */
const CLAIM_BATCH = 20;
const NO_DOUBTS: Doubts = { missing: [], check: [], unread: [] };

/** The queue of the desk: what waits in a moderator's area, and who looks at it. */
export function createDeskQueue(dependencies: DeskQueueDependencies) {
  const { deskQueueRepo, deskClaimsRepo, deskDecisionsRepo, deskReview, resourcesRepo, changesRepo } =
    dependencies;
  const { duplicates, universities, clock } = dependencies;

  /** @throws DomainError sign_in_required, forbidden */
  async function itemFor(actor: Actor, id: string) {
    authorize(actor, "setStatus");
    return idPattern.test(id) ? resourcesRepo.find(id, actor) : undefined;
  }

  /** The possible duplicates, after the item of which the contributor says that this one is a better copy. */
  async function chosenFirst(actor: Actor, { betterCopyOf: id }: ResourceRow, found: SimilarRow[]) {
    const row = id === null ? undefined : await resourcesRepo.find(id, actor);
    if (row?.status !== "Approved") return found;
    const { reasons = [] } = found.find((one) => one.row.id === id) ?? {};
    return [{ row, reasons }, ...found.filter((one) => one.row.id !== id)];
  }

  async function present(reader: Reader, queued: readonly QueuedRow[]): Promise<DeskRow[]> {
    const { actor } = reader;
    const ids = queued.map(({ id }) => id);
    const [rows, facts, holders] = await Promise.all([
      deskQueueRepo.rows(ids, actor),
      deskQueueRepo.facts(ids, actor),
      deskClaimsRepo.holders(ids, clock()),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    // The page shows the doubts about items that are not checked yet, too.
    const checked = new Map(queued.map((place) => [place, checkedOf(place, byId.get(place.id), facts)]));
    const fresh = queued.flatMap((place) => (checked.get(place) ? [] : [place.id]));
    const read = await deskReview.proposals(fresh);
    return queued.flatMap((place) => {
      const row = byId.get(place.id);
      if (!row) return [];
      const known = checked.get(place) ?? {
        ...doubtsOf(row, read.get(row.id)),
        isReading: read.get(row.id)?.isWaiting ?? false,
      };
      const claim = holders.get(row.id);
      const holder = claim && presentHolder(claim, actor);
      return [{ ...rowOf(reader, place, row, facts), ...known, holder }];
    });
  }

  return {
    /**
     * One page of the queue, with counts.
     * @param query `deskQueueSchema`, unvalidated, as in an address: the filter, `after` and `size` (at most 100)
     * @param origin of the addresses of files; "" for pages
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async list(actor: Actor, query: unknown, origin = ""): Promise<DeskPage> {
      authorize(actor, "setStatus");
      const { after, size = QUEUE_SIZE, ...filter } = validate(deskQueueSchema, query);
      const named: DeskFilter = await universities.named(filter);
      const now = clock();
      const from = after === undefined ? undefined : placeOf(after);
      const [queued, matching, counts] = await Promise.all([
        deskQueueRepo.list(named, actor, { from, limit: size + 1, now }),
        deskQueueRepo.count(named, actor, { now }),
        deskQueueRepo.counts(actor, { now }),
      ]);
      const shown = queued.slice(0, size);
      const last = queued.length > size ? shown.at(-1) : undefined;
      return {
        rows: await present({ actor, origin }, shown),
        matching,
        counts,
        next: last && cursorOf(last),
      };
    },

    /**
     * Finds and claims the next row of the queue that the person may decide and nobody else holds: after `after`, then from the beginning. The
     * claim of the row that `after` names ends.
     * @param input `{filter, after}`, unvalidated
     * @param origin as for `list`
     * @returns undefined if nothing is left that this person can claim
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async next(actor: Actor, input: unknown, origin = ""): Promise<DeskRow | undefined> {
      const { id: userId } = authorize(actor, "setStatus");
      const { filter = {}, after } = validate(deskNextSchema, input);
      const named: DeskFilter = await universities.named(filter);
      const start = after === undefined ? undefined : placeOf(after);
      const claimed = await firstFree(actor, named, start);
      const found = claimed ?? (start && (await firstFree(actor, named, undefined, start.id)));
      if (start && found?.id !== start.id) await deskClaimsRepo.release(start.id, userId);
      return found && (await present({ actor, origin }, [found]))[0];
    },

    /**
     * Opens an item: its details beside those of its file, its change, possible duplicates and its holder. It
     * claims nothing; see `claim`.
     * @param origin as for `list`
     * @throws DomainError sign_in_required; forbidden for a public item outside the moderator's areas; not_found
     */
    async open(actor: Actor, id: string, origin = ""): Promise<DeskItem> {
      const item = moderatedItem(actor, await itemFor(actor, id));
      const [open, holders, read, decided, returned] = await Promise.all([
        item.status === "Approved" ? changesRepo.find(id) : undefined,
        deskClaimsRepo.holders([id], clock()),
        deskReview.proposals([id]),
        deskDecisionsRepo.lastOf(id),
        deskDecisionsRepo.lastReturnOf(id),
      ]);
      const change = open && {
        id: open.id,
        baseVersion: open.baseVersion,
        changed: changedRow(item, open),
        createdAt: open.createdAt,
      };
      const shown = change?.changed ?? item;
      // The server read these details from the item's own file.
      const proposal = shown.fileKey === item.fileKey ? read.get(id) : undefined;
      const found = change
        ? await duplicates.ofChange(actor, change.changed)
        : (await duplicates.compare(actor, id)).similar;
      const similar = await chosenFirst(actor, item, found);
      const opened = {
        item,
        change,
        details: detailsOf({ ...shown, kind: item.kind }, proposal),
        isReading: proposal?.isWaiting ?? false,
        similar,
        claim: holders.get(id),
        decided,
        returned: change || item.status === "Pending" ? returned : undefined,
      };
      return presentDeskItem(opened, { actor, origin });
    },

    /**
     * Claims an item for three minutes, or renews the claim. Call it when a moderator opens an item, and every minute
     * while they use the page.
     * @returns the holder: the actor, or the other person who has a valid claim
     * @throws DomainError like `open`; own_item for an own item of a moderator
     */
    async claim(actor: Actor, id: string): Promise<Holder> {
      const { by } = decidedItem(actor, await itemFor(actor, id));
      const now = clock();
      await deskClaimsRepo.claim(id, by, { now, until: now + CLAIM_LENGTH });
      const claim = (await deskClaimsRepo.holders([id], now)).get(id);
      if (!claim) throw new DomainError("not_found");
      return presentHolder(claim, actor);
    },

    /**
     * Gives an item back before the claim ends.
     * @returns false if the actor did not hold it
     * @throws DomainError sign_in_required, forbidden
     */
    async release(actor: Actor, id: string): Promise<boolean> {
      const { id: userId } = authorize(actor, "setStatus");
      return idPattern.test(id) && deskClaimsRepo.release(id, userId);
    },
  };

  /** @param end the id of the row before which the search ends */
  async function firstFree(
    actor: Actor,
    filter: DeskFilter,
    from: Place | undefined,
    end?: string,
  ): Promise<QueuedRow | undefined> {
    let place = from;
    for (;;) {
      const now = clock();
      const queued = await deskQueueRepo.list(filter, actor, {
        from: place,
        limit: CLAIM_BATCH,
        now,
        isDecidable: true,
      });
      const holders = await deskClaimsRepo.holders(
        queued.map(({ id }) => id),
        now,
      );
      for (const row of queued) {
        const holder = holders.get(row.id);
        if (holder && holder.userId !== actor?.id) continue;
        const isMine = await deskClaimsRepo.claim(row.id, authorize(actor, "setStatus"), {
          now,
          until: now + CLAIM_LENGTH,
          onlyWaiting: true,
        });
        if (isMine) return row;
        if (row.id === end) return undefined;
      }
      place = queued.at(-1);
      if (!place || queued.length < CLAIM_BATCH) return undefined;
    }
  }
}

/** Returns the stored result of the check of this version; undefined for an item that must be checked now. */
function checkedOf({ id, part }: QueuedRow, row: ResourceRow | undefined, { entries }: QueueFacts) {
  if (part === "changes") return { doubts: NO_DOUBTS, confidence: "none" as const, isReading: false };
  const entry = entries.get(id);
  if (!entry || entry.version !== row?.version) return undefined;
  const doubts = JSON.parse(entry.doubts) as Doubts;
  // The entries of release 0.3.0 have no `unread`.
  if (!("unread" in doubts)) return undefined;
  return { doubts, confidence: entry.confidence, isReading: entry.isWaiting === 1 };
}

function rowOf(reader: Reader, place: QueuedRow, row: ResourceRow, facts: QueueFacts) {
  const item = presentDeskRow(row, reader);
  return {
    ...item,
    cursor: cursorOf(place),
    change: place.part === "changes" ? facts.changes.get(row.id)?.id : undefined,
    contributor: { id: row.uploaderId, name: item.userName, isFirst: facts.first.has(row.id) },
    pile: facts.piles.get(row.id),
    since: new Date(place.since).toISOString(),
    duplicates: facts.duplicates.get(row.id) ?? 0,
    isOwn: !policy.decide(reader.actor, row),
  };
}
