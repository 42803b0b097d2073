import { setTimeout as sleep } from "node:timers/promises";
import { authorize } from "../../../shared/people/authorize.ts";
import { BULK_BATCH, LATEST_OFFER, MAX_BULK } from "../../../shared/moderating/desk.ts";
import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import { noticeMessages } from "../../../shared/messages/en-notices.ts";
import { messagesIn, siteLocale } from "../../../shared/messages/index.ts";
import { type Actor, policy, type User } from "../../../shared/people/policy.ts";
import {
  deskBulkSchema,
  deskDecisionSchema,
  type DeskPreviewInput,
  deskPreviewSchema,
} from "../../../shared/schemas/desk.ts";
import { idPattern } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { type JobsService, lanes, type Query } from "../../platform/index.ts";
import { decidedItem, type ResourcesRepo, type UniversitiesService } from "../../library/index.ts";
import type { DeskClaimsRepo } from "./desk-claims.repo.ts";
import type { DeskBatchesRepo } from "./desk-batches.repo.ts";
import type { DeskDecisionsRepo, FoundDecision } from "./desk-decisions.repo.ts";
import { type ChosenItem, seenOf } from "./desk-plan.ts";
import { countEffects, type PreviewedItem } from "./desk-preview.ts";
import type { DeskQueueRepo } from "./desk-queue.repo.ts";
import { type DeskDecision, type DeskPreview, presentDecision } from "./decision.present.ts";

export interface DeskDecisionsDependencies {
  deskDecisionsRepo: DeskDecisionsRepo;
  deskBatchesRepo: DeskBatchesRepo;
  deskQueueRepo: Pick<DeskQueueRepo, "list" | "count">;
  deskClaimsRepo: Pick<DeskClaimsRepo, "holders">;
  resourcesRepo: Pick<ResourcesRepo, "find">;
  universities: Pick<UniversitiesService, "named">;
  jobs: Pick<JobsService, "enqueue">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** The kind of the job that carries out a large decision. */
export const DECIDE_MANY = "decideMany";
/** A batch of a job ends after this time, in ms, so that no other writer on SQLite waits long. */
const BATCH_TIME = 10;
/**
 * The shortest pause between two batches of a job, in ms. A writer of another process tries again every 16 ms
 * (`sqlite-driver.ts`), so it finds the database free in each pause.
 */
const PAUSE = 25;

/** Decides on items of the queue, one or many at once, and undoes decisions. */
export function createDeskDecisions(dependencies: DeskDecisionsDependencies) {
  const {
    deskDecisionsRepo,
    deskBatchesRepo,
    deskQueueRepo,
    deskClaimsRepo,
    resourcesRepo,
    universities,
    jobs,
    clock,
  } = dependencies;

  /**
   * The items that a bulk decision names, each once.
   * @returns also a function that counts how many there are without the limit
   */
  async function chosenItems(
    actor: User,
    { items, filter, until }: DeskPreviewInput,
    now: number,
  ): Promise<{ chosen: ChosenItem[]; count: () => Promise<number> }> {
    if ((items === undefined) === (filter === undefined)) throw invalid("items", "required");
    if (items) {
      const chosen = [...new Map(items.map((item) => [item.id, item])).values()];
      return { chosen, count: async () => chosen.length };
    }
    const named = await universities.named(filter ?? {});
    const rows = await deskQueueRepo.list(named, actor, { from: undefined, limit: MAX_BULK, now, until });
    const isWhole = rows.length < MAX_BULK;
    return {
      chosen: rows.map(({ id }) => ({ id })),
      count: async () => (isWhole ? rows.length : deskQueueRepo.count(named, actor, { now, until })),
    };
  }

  async function found(actor: Actor, id: string | undefined): Promise<DeskDecision> {
    const decision = id === undefined ? undefined : await deskDecisionsRepo.find(id, actor);
    if (!decision) throw new DomainError("not_found");
    return presentDecision(decision);
  }

  /** Finds a decision that this person may see and undo. @throws DomainError sign_in_required, forbidden, not_found */
  async function own(actor: Actor, id: string): Promise<{ decision: FoundDecision; by: User }> {
    const by = authorize(actor, "setStatus");
    const decision = idPattern.test(id) ? await deskDecisionsRepo.find(id, actor) : undefined;
    if (!decision || (decision.userId !== by.id && !policy.readAudit(actor)))
      throw new DomainError("not_found");
    return { decision, by };
  }

  /** Works on a new decision or its undo: at once if it is small, otherwise in a job. */
  const workOn = (items: number, by: User, at: number) => async (trx: Query, id: string) =>
    items <= BULK_BATCH
      ? deskBatchesRepo.run(id, at, { items: BULK_BATCH + 1 }, trx)
      : jobs.enqueue(
          [{ kind: DECIDE_MANY, payload: { decision: id }, lane: lanes.desk, owner: by.id, subject: id }],
          trx,
        );

  return {
    /**
     * Decides on one item, or on the change of an approved item. An edit and its approval are one transaction. The
     * actor's claim of the item ends.
     * @param input `deskDecisionSchema`, unvalidated: `requestId` (new and random for each decision; a repeated request
     * returns its decision), `version` (of the item that the page showed), `change` (the id of the change, if the row has
     * one), `action`, and what it needs: approve `values` (optional, new values by field), return `reason`, duplicate `of`
     * (an item's id), set `values`
     * @returns the decision; `undoUntil` says until when an undo is promised
     * @throws DomainError sign_in_required; forbidden; own_item; not_found; invalid_input, by field (`required` for a required
     * detail without a value); changed_since, with the version now, if somebody decided or edited first (`open` says who)
     */
    async decide(actor: Actor, id: string, input: unknown): Promise<DeskDecision> {
      const { id: userId } = authorize(actor, "setStatus");
      const { version, change = null, ...decision } = validate(deskDecisionSchema, input);
      const repeated = await deskDecisionsRepo.findRequest(userId, decision.requestId);
      if (repeated !== undefined) return found(actor, repeated);
      const { by } = decidedItem(actor, idPattern.test(id) ? await resourcesRepo.find(id, actor) : undefined);
      if (decision.of !== undefined) {
        const other = decision.of === id ? undefined : await resourcesRepo.find(decision.of, actor);
        if (!other) throw invalid("of", "notHere");
        // Otherwise a moderator could prefer an own item to the item of another contributor.
        if (!policy.decideOwn(actor) && policy.seeOwn(actor, other)) throw invalid("of", "ownOriginal");
      }
      if (decision.action === "duplicate")
        decision.reason = messagesIn(siteLocale, noticeMessages).notices.duplicate;
      const seen = { itemId: id, version, changeId: change };
      const decided = await deskDecisionsRepo.decide(decision, seen, { by, at: clock() });
      return found(actor, decided ?? (await deskDecisionsRepo.findRequest(userId, decision.requestId)));
    },

    /**
     * Counts what a bulk decision would do now. It changes nothing.
     * @param input `deskPreviewSchema`, unvalidated: `action` (approve, return with `reason`, set with `values`), and
     * either `items` (at most 1,000, as `{id, version, change}`) or `filter` (the first 1,000 rows of the queue)
     * @returns the counts; `until` is for `bulk`
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async preview(actor: Actor, input: unknown): Promise<DeskPreview> {
      const by = authorize(actor, "setStatus");
      const given = validate(deskPreviewSchema, input);
      const now = clock();
      const until = given.until ?? now;
      const { chosen, count } = await chosenItems(by, { ...given, until }, now);
      const ids = chosen.map(({ id }) => id);
      const [items, holders, matching] = await Promise.all([
        deskDecisionsRepo.current(ids),
        deskClaimsRepo.holders(ids, now),
        count(),
      ]);
      const previewed = chosen.map((one): PreviewedItem => {
        const facts = items.get(one.id) ?? { item: undefined, change: undefined };
        const holder = holders.get(one.id)?.userId ?? by.id;
        return { found: facts, seen: seenOf(one, facts, until), isHeld: holder !== by.id };
      });
      return { matching, until, ...(await countEffects(by, given, previewed)) };
    },

    /**
     * Decides on many items. Up to 50 are decided before this returns; more become a job, whose progress `find` tells.
     * Each item is decided like by `decide`; items that others hold, and items that can't be decided, are skipped and
     * named.
     * @param input like for `preview`, with `requestId` as for `decide`, and `until` from the preview: rows that were
     * created or changed after it are left out
     * @throws DomainError sign_in_required, forbidden, invalid_input
     */
    async bulk(actor: Actor, input: unknown): Promise<DeskDecision> {
      const by = authorize(actor, "setStatus");
      const given = validate(deskBulkSchema, input);
      const repeated = await deskDecisionsRepo.findRequest(by.id, given.requestId);
      if (repeated !== undefined) return found(actor, repeated);
      const at = clock();
      const { until } = given;
      const { chosen } = await chosenItems(by, given, at);
      if (chosen.length === 0) throw invalid("items", "required");
      const work = workOn(chosen.length, by, at);
      const id = await deskBatchesRepo.start(given, chosen, { by, at, until }, work);
      return found(actor, id ?? (await deskDecisionsRepo.findRequest(by.id, given.requestId)));
    },

    /**
     * A decision with its progress, for the person who made it and for admins.
     * @throws DomainError sign_in_required, forbidden, not_found
     */
    find: async (actor: Actor, id: string): Promise<DeskDecision> =>
      presentDecision((await own(actor, id)).decision),

    /**
     * Finds the decision that the screen offers to undo: the actor's latest one. It is undefined without a decision, after
     * its undo, and after an hour.
     * @throws DomainError sign_in_required, forbidden
     */
    async latest(actor: Actor): Promise<DeskDecision | undefined> {
      const { id: userId } = authorize(actor, "setStatus");
      const id = await deskDecisionsRepo.latest(userId);
      const decision = id === undefined ? undefined : await deskDecisionsRepo.find(id, actor);
      if (!decision || decision.createdAt < clock() - LATEST_OFFER) return undefined;
      return decision.state === "done" || decision.state === "running"
        ? presentDecision(decision)
        : undefined;
    },

    /**
     * Undoes a decision for every item that nobody changed since; the others stay and are named. The rest of a running
     * job stops. More than 50 items are undone by a job. A repeated undo changes nothing, or continues a failed job.
     * @returns the decision, with the states `undone` and `kept`
     * @throws DomainError sign_in_required, forbidden; not_found, also for another moderator's decision (admins can undo
     * every decision)
     */
    async undo(actor: Actor, id: string): Promise<DeskDecision> {
      const { decision, by } = await own(actor, id);
      const at = clock();
      await deskBatchesRepo.startUndo(id, { by, at }, workOn(decision.items.length, by, at));
      return found(actor, id);
    },

    /**
     * Carries out or undoes what is left of a decision, in batches of at most 50 items. Each batch is one transaction with
     * the results of its items, so a killed job neither loses nor repeats an item. The job pauses at least as long as it
     * writes, also on a busy machine.
     * @param signal stops after the current batch
     */
    async run(id: string, signal: AbortSignal): Promise<void> {
      const limit = { items: BULK_BATCH, ms: BATCH_TIME };
      let start = performance.now();
      while (await deskBatchesRepo.run(id, clock(), limit)) {
        await sleep(Math.max(PAUSE, performance.now() - start));
        signal.throwIfAborted();
        start = performance.now();
      }
    },
  };
}

export type DeskDecisionsService = ReturnType<typeof createDeskDecisions>;
