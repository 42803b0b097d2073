import { authorize } from "../../../shared/people/authorize.ts";
import { z } from "zod";
import { DomainError } from "../../../shared/problems/errors.ts";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import { idPattern, idSchema } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { type SimilarReason, similarReasons } from "../../../shared/items/similar.ts";
import type { FilesService, RecognitionService } from "../../files/index.ts";
import { yieldIfLong } from "../../platform/index.ts";
import { itemFields } from "../items/resource-row.ts";
import { decidedItem, moderatedItem } from "../items/moderated-item.ts";
import type { ResourceRow } from "../items/resource-rows.repo.ts";
import type { UniversitiesService } from "../universities/universities.service.ts";
import { traitsOf } from "./draft-traits.ts";
import type { DuplicatesRepo } from "./duplicates.repo.ts";
import { createSamePapers } from "./same-papers.ts";
import type { NearPapers } from "./near-papers.ts";
import { createTellApart, type Found } from "./printed-exams.ts";
import { fileHashes, reasonsBetween, searchedHashes, type Traits } from "./reasons.ts";
import { createHaveTwins } from "./twins.ts";

export interface DuplicatesDependencies {
  duplicatesRepo: DuplicatesRepo;
  nearPapers: NearPapers;
  universities: Pick<UniversitiesService, "named">;
  files: Pick<FilesService, "get" | "unused">;
  recognition: Pick<RecognitionService, "proposals">;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** An item that looks like a different item, with the reasons. The strongest reason is first. */
export interface SimilarRow {
  row: ResourceRow;
  reasons: SimilarReason[];
}

/** The possible duplicates of a new item that the requester is allowed to know about. */
export interface SimilarToDraft {
  /** Items that the requester may open, the most likely duplicates first. */
  items: SimilarRow[];
  /**
   * Whether another person's item with the same file, link or page is pending. We say nothing else about that
   * item.
   */
  awaits: boolean;
}

/** The maximum number of duplicates on the contributor's form. */
const SHOWN = 5;
const COMPARED = 20;
/**
 * The reasons that may reveal a hidden item. The same course is left out because it would reveal the item's
 * subject.
 */
const TELLING: readonly SimilarReason[] = ["sameFile", "sameLink", "samePage"];

const notSameSchema = z.strictObject({ id: idSchema, other: idSchema });

/** Finds possible duplicates. Only people decide on them; nothing is removed automatically. */
export function createDuplicatesService(dependencies: DuplicatesDependencies) {
  const { duplicatesRepo, nearPapers, universities, files, clock } = dependencies;
  const tellApart = createTellApart(dependencies);

  /** Finds the items that look like each of these items, the most likely duplicates first. */
  async function similarTo(items: (Traits & { id?: string })[]): Promise<Found[][]> {
    const near = await nearPapers([...new Set(items.flatMap(searchedHashes))]);
    const papers = await duplicatesRepo.papers([...new Set(near.flat())]);
    const own = items.flatMap(fileHashes);
    const sha256s = [...new Set([...own, ...papers.map(({ sha256 }) => sha256)])];
    const candidates = await duplicatesRepo.alike(items, sha256s);
    const byLink = Map.groupBy(candidates, ({ linkKey }) => linkKey);
    const found: Found[][] = [];
    for (const item of items) {
      const compared = isBareLink(item) ? (byLink.get(item.linkKey) ?? []) : candidates;
      const alike: Found[] = [];
      for (const candidate of compared) {
        const reasons = candidate.id === item.id ? [] : reasonsBetween(item, candidate);
        if (reasons.length > 0) alike.push({ candidate, reasons });
        await yieldIfLong();
      }
      found.push(alike.sort(byConfidence));
    }
    return tellApart(items, found);
  }

  /** @throws DomainError not_found */
  async function fingerprintOf(actor: Actor, key: string) {
    const { sha256, uploadedSha256 } = await files.get(actor, key);
    return { sha256, uploadedSha256, ...(await duplicatesRepo.fingerprint(sha256)) };
  }

  /** Leaves out the items that an admin marked as different from this item. */
  async function stillAlike(id: string, found: Found[]): Promise<Found[]> {
    const notSame = await duplicatesRepo.notSame([id]);
    return found.filter(({ candidate }) => !notSame.has(`${id} ${candidate.id}`));
  }

  async function withRows(found: Found[], actor: Actor, limit: number): Promise<SimilarRow[]> {
    const ids = found.map(({ candidate }) => candidate.id);
    const rows = new Map((await duplicatesRepo.rows(ids, actor)).map((row) => [row.id, row]));
    const shown = found.flatMap(({ candidate, reasons }) => {
      const row = rows.get(candidate.id);
      return row ? [{ row, reasons }] : [];
    });
    return shown.slice(0, limit);
  }

  /** Like `find`, for several new items. The number of queries does not grow with links, only with files. */
  async function findMany(
    actor: Actor,
    kindName: string,
    inputs: Record<string, unknown>[],
  ): Promise<SimilarToDraft[]> {
    authorize(actor, "contribute");
    const traits: Traits[] = [];
    for (const input of inputs) {
      traits.push(
        await traitsOf(kindNamed(kindName), await universities.named(input), async (key) => {
          await files.unused(actor, key);
          return fingerprintOf(actor, key);
        }),
      );
      await yieldIfLong();
    }
    const all = await similarTo(traits);
    const ids = [...new Set(all.flat().map(({ candidate }) => candidate.id))];
    const rows = new Map((await duplicatesRepo.rows(ids, actor)).map((row) => [row.id, row]));
    return all.map((found) => {
      const items = found.flatMap(({ candidate: { id }, reasons }) => {
        const row = rows.get(id);
        return row ? [{ row, reasons }] : [];
      });
      const awaits = found.some(
        ({ candidate: { id, status }, reasons }) =>
          status === "Pending" && !rows.has(id) && reasons.some((reason) => TELLING.includes(reason)),
      );
      return { items: items.slice(0, SHOWN), awaits };
    });
  }

  return {
    /**
     * Finds the items in the archive that look like a new item.
     * @param input the form's fields, unvalidated; invalid fields are ignored
     * @throws DomainError sign_in_required
     */
    async find(actor: Actor, kindName: string, input: Record<string, unknown>): Promise<SimilarToDraft> {
      const [found] = await findMany(actor, kindName, [input]);
      return found as SimilarToDraft;
    },

    findMany,

    samePapers: createSamePapers(dependencies),

    haveTwins: createHaveTwins(dependencies),

    /**
     * Counts the possible duplicates of each item for a moderator's lists. Pairs that an admin marked as
     * different are left out, and so are items that the actor can't see.
     * @throws DomainError sign_in_required, forbidden
     */
    async counts(actor: Actor, ids: string[]): Promise<Record<string, number>> {
      const by = authorize(actor, "setStatus");
      const items = await duplicatesRepo.traits(ids, by);
      const [found, notSame] = await Promise.all([similarTo(items), duplicatesRepo.notSame(ids)]);
      const seen = await duplicatesRepo.seen(
        [...new Set(found.flat().map(({ candidate }) => candidate.id))],
        by,
      );
      const isOpen = (id: string, { candidate }: Found) =>
        seen.has(candidate.id) && !notSame.has(`${id} ${candidate.id}`);
      return Object.fromEntries(
        items.map(({ id }, index) => [id, (found[index] ?? []).filter((one) => isOpen(id, one)).length]),
      );
    },

    /**
     * The possible duplicates of each item, for the server's own use: also items that readers can't see. Pairs that an
     * admin marked as different are left out.
     */
    async alike(ids: string[]): Promise<Map<string, string[]>> {
      const items = await duplicatesRepo.traits(ids);
      const [found, notSame] = await Promise.all([similarTo(items), duplicatesRepo.notSame(ids)]);
      return new Map(
        items.map(({ id }, index) => [
          id,
          (found[index] ?? [])
            .map(({ candidate }) => candidate.id)
            .filter((other) => !notSame.has(`${id} ${other}`))
            .slice(0, COMPARED),
        ]),
      );
    },

    /**
     * Finds an item and its possible duplicates, without the items that an admin marked as different.
     * @throws DomainError sign_in_required, forbidden, not_found
     */
    async compare(actor: Actor, id: string): Promise<{ item: ResourceRow; similar: SimilarRow[] }> {
      authorize(actor, "setStatus");
      const [row] = idPattern.test(id) ? await duplicatesRepo.rows([id], actor) : [];
      const item = moderatedItem(actor, row);
      const [found = []] = await similarTo(await duplicatesRepo.traits([id]));
      return { item, similar: await withRows(await stillAlike(id, found), actor, COMPARED) };
    },

    /**
     * Finds the possible duplicates that an item would have after its waiting change, without the items that
     * an admin marked as different.
     * @param changed the item with the change applied
     * @throws DomainError sign_in_required, forbidden
     */
    async ofChange(actor: Actor, changed: ResourceRow): Promise<SimilarRow[]> {
      authorize(actor, "setStatus");
      const kind = kindNamed(changed.kind);
      const input = { ...itemFields(kind, changed), [FILE_FIELD]: changed.fileKey };
      const traits = await traitsOf(kind, await universities.named(input), (key) =>
        fingerprintOf(actor, key),
      );
      const [found = []] = await similarTo([{ ...traits, id: changed.id }]);
      return withRows(await stillAlike(changed.id, found), actor, COMPARED);
    },

    /**
     * Stores that two items are different, so they are no longer listed as duplicates of each other.
     * @param input `{id, other}`
     * @returns `modified`: false if this was already stored
     * @throws DomainError sign_in_required, forbidden, own_item (also for `other`), invalid_input, not_found
     */
    async setNotSame(actor: Actor, input: unknown): Promise<{ modified: boolean }> {
      authorize(actor, "setStatus");
      const { id, other } = validate(notSameSchema, input);
      const there = await duplicatesRepo.rows([id, other], actor);
      if (there.length < 2) throw new DomainError("not_found");
      const { by } = decidedItem(
        actor,
        there.find((row) => row.id === id),
      );
      if (!policy.decideOwn(actor) && there.some((row) => policy.seeOwn(actor, row)))
        throw new DomainError("own_item");
      return { modified: await duplicatesRepo.setNotSame(id, other, { by, at: clock() }) };
    },
  };
}

/** Whether only the link of an item can be compared: it has neither a file nor a code nor a title. */
const isBareLink = (item: Traits): boolean =>
  item.linkKey !== null &&
  item.codeNorm === null &&
  item.title === "" &&
  item.hash === null &&
  item.pageHashes === null &&
  fileHashes(item).length === 0;

/** Sorts by the strongest reason, then by the number of reasons, then by age. */
function byConfidence(one: Found, other: Found): number {
  const rank = ({ reasons: [first] }: Found) => similarReasons.indexOf(first as SimilarReason);
  return (
    rank(one) - rank(other) ||
    other.reasons.length - one.reasons.length ||
    one.candidate.createdAt - other.candidate.createdAt ||
    (one.candidate.id < other.candidate.id ? -1 : 1)
  );
}

export type DuplicatesService = ReturnType<typeof createDuplicatesService>;
