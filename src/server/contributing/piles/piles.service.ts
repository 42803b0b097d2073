import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError, isDomainError, type Problems } from "../../../shared/problems/errors.ts";
import { MAX_PILES, PILE_LIFETIME } from "../../../shared/files/pile-limits.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import {
  pileAnswersSchema,
  pileChosenSchema,
  pileRowsSchema,
  pileSendSchema,
} from "../../../shared/schemas/pile.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { newId } from "../../platform/index.ts";
import type { PileArrangeRepo } from "./pile-arrange.repo.ts";
import { createArranging, proposedGroups } from "./pile-arranging.ts";
import { type ArrivalsDependencies, createArrivals } from "./pile-arrivals.ts";
import { createContinueStopped } from "./continue-stopped.ts";
import { createDeliverPdf } from "./deliver-pdf.ts";
import { checkShared, checkValues, pileKinds } from "./pile-details.ts";
import { mergeValues, type PileEditsRepo } from "./pile-edits.repo.ts";
import { openPile } from "./open-pile.ts";
import type { RemovedPiles } from "./piles.repo.ts";
import type { PileRowsRepo } from "./pile-rows.repo.ts";
import { rowCounts } from "./row-counts.ts";
import { chosenColumns, requireDuplicates } from "./row-choices.ts";
import { type OwnPile, type PilePage, presentOwnPile, presentPile } from "./pile.present.ts";
import { createSending, requireRows, type SendingDependencies } from "./pile-sending.ts";
import { createZips, type ZipsDependencies } from "./pile-zips.ts";
import { examsIn } from "./pile-splits.ts";
import type { PageOfRows } from "./pile-types.ts";
import { examOf, problemsOf, viewPile } from "./pile-view.ts";

export interface PilesDependencies
  extends
    SendingDependencies,
    Omit<ArrivalsDependencies, "sendRest">,
    Omit<ZipsDependencies, "sendRest" | "jobs"> {
  pilesRepo: SendingDependencies["pilesRepo"];
  pileRowsRepo: PileRowsRepo;
  pileEditsRepo: PileEditsRepo;
  duplicates: ArrivalsDependencies["duplicates"];
  files: ArrivalsDependencies["files"] & SendingDependencies["files"] & ZipsDependencies["files"];
  pileArrangeRepo: PileArrangeRepo;
}

/** After this time (ms), the bytes of a ZIP that no pile waits for are deleted. */
const ZIP_LIMIT = 24 * 3_600_000;
/** How many rows a page of a pile has by default. */
const PAGE = 50;

/** Drafts of contributions of many papers. Nobody but its owner sees a pile. */
export function createPilesService(dependencies: PilesDependencies) {
  const { pilesRepo, pileRowsRepo, pileEditsRepo, limits, discard, clock } = dependencies;
  const sending = createSending(dependencies);
  const arrivals = createArrivals({ ...dependencies, sendRest: sending.sendRest });
  const { sweepZips, removeZips, ...zips } = createZips({ ...dependencies, sendRest: sending.sendRest });
  const open = (actor: Actor, id: string) => openPile(dependencies, actor, id);
  const continueStopped = createContinueStopped({ ...dependencies, enqueueSend: sending.enqueue });

  /** Counts an attempt. A read-only archive counts nothing, and its piles can still be read. @throws DomainError too_many_requests */
  async function count(
    limit: "pileChange" | "pileRows" | "pileView",
    account: string,
    amount = 1,
  ): Promise<void> {
    await limits.take(limit, { account }, { amount }).catch((error: unknown) => {
      if (!isDomainError(error) || error.code !== "read_only") throw error;
    });
  }

  /** Opens a pile for a change, and counts the change. @throws DomainError too_many_requests, see `openPile` */
  async function change(actor: Actor, id: string) {
    const opened = await open(actor, id);
    await count("pileChange", opened.by.email);
    return opened;
  }

  /** Removes the bytes of removed piles. */
  async function discardPiles({ sha256s, zips: ids }: RemovedPiles): Promise<void> {
    await removeZips(ids);
    await discard(sha256s);
  }

  return {
    ...arrivals,
    ...zips,
    ...createArranging({ ...dependencies, change }),
    deliverPdf: createDeliverPdf(arrivals),

    /** See `examsIn`. A batch can split such a file, and a form can't. */
    examsIn: (actor: Actor, key: string) => examsIn(dependencies, actor, key),

    /** Checks that a person may use a pile, before a call reads its body. @throws as `openPile` */
    async check(actor: Actor, id: string): Promise<void> {
      await open(actor, id);
    },

    /**
     * Creates an empty pile.
     * @returns its id
     * @throws DomainError sign_in_required, too_many_requests, conflict if the person has too many piles
     */
    async create(actor: Actor): Promise<string> {
      const by = authorize(actor, "contribute");
      await limits.take("pile", { account: by.email });
      const now = clock();
      const pile = { id: newId(now), ownerId: by.id, shared: "{}", createdAt: now, changedAt: now };
      if (!(await pilesRepo.insert({ ...pile, sendRest: 0, restPlace: null }, MAX_PILES)))
        throw new DomainError("conflict", { fields: { pile: { code: "tooManyPiles" } } });
      return pile.id;
    },

    /** The person's piles, the newest first. @throws DomainError sign_in_required */
    async list(actor: Actor): Promise<OwnPile[]> {
      const piles = await pilesRepo.own(authorize(actor, "contribute"));
      return piles.map(({ rows, ...pile }) => presentOwnPile(pile, rowCounts(rows)));
    },

    /** One page of a pile's rows, in their order. @throws DomainError too_many_requests, and as `openPile` */
    async get(
      actor: Actor,
      id: string,
      { page = 0, size = PAGE, status }: PageOfRows = {},
    ): Promise<PilePage> {
      const { by, pile } = await open(actor, id);
      await count("pileView", by.email);
      const [{ rows, ...totals }, ofPile, largePdfs, unfinished] = await Promise.all([
        viewPile(dependencies, pile),
        pilesRepo.zips(id),
        pilesRepo.largePdfs(id),
        pilesRepo.unfinished(id),
      ]);
      const wanted = status ? rows.filter((row) => row.status === status) : rows;
      const shown = wanted.slice(page * size, (page + 1) * size);
      const twins = await dependencies.duplicates.haveTwins(by, shown.map(examOf));
      const opened = {
        ...totals,
        pile,
        zips: ofPile,
        largePdfs,
        unfinished,
        rows: shown.map((row, index) => ({ ...row, hasTwin: twins[index] === true })),
        proposedGroups: proposedGroups(rows),
        total: wanted.length,
        delay: totals.counts.sending ? await sending.delayOf(id) : undefined,
      };
      return presentPile(opened, clock());
    },

    /**
     * Stores answers for all rows: a row without its own value has this one.
     * @param input `{values}` by facet; null or "" forgets an answer
     * @returns all answers
     * @throws DomainError invalid_input, too_many_requests, and as `openPile`
     */
    async answer(actor: Actor, id: string, input: unknown): Promise<Record<string, string>> {
      const { pile } = await change(actor, id);
      const checked = checkShared(validate(pileAnswersSchema, input).values);
      if ("problems" in checked) throw new DomainError("invalid_input", { fields: checked.problems });
      const given = Object.entries(checked.values).map(([name, value]) => [
        name,
        value === "" ? null : value,
      ]);
      const answers = Object.fromEntries(given) as Record<string, string | null>;
      const merged = mergeValues(pile.shared, answers);
      // The same answers once more need no lock.
      const isNew = JSON.stringify(merged) !== pile.shared;
      const shared = isNew ? await pileEditsRepo.answer(id, answers, clock()) : merged;
      if (!shared) throw new DomainError("not_found");
      await sending.sendRest(pile);
      return shared;
    },

    /**
     * Changes one, several or all rows. If two tabs change the same cell, the last one wins; changes of different cells
     * both stay.
     * @param input see `pileRowsSchema`
     * @returns the versions of the rows by id; a row that has these values already keeps its version
     * @throws DomainError invalid_input, too_many_requests, conflict if a named row is already sent, and as `openPile`
     */
    async setRows(actor: Actor, id: string, input: unknown): Promise<Record<string, number>> {
      const { by, pile } = await change(actor, id);
      const { rows, kind, values = {}, ...choices } = validate(pileRowsSchema, input);
      if (kind !== undefined && !pileKinds.some(({ name }) => name === kind)) {
        const param = pileKinds.map(({ name }) => name).join(", ");
        throw new DomainError("invalid_input", { fields: { kind: { code: "choice", param } } });
      }
      const checked = checkValues(pileKinds, values);
      if ("problems" in checked) throw new DomainError("invalid_input", { fields: checked.problems });
      const { betterCopyOf } = choices;
      if (betterCopyOf !== undefined) await requireDuplicates(pilesRepo, id, { rows, kind }, betterCopyOf);
      const columns = { failure: null, ...(kind !== undefined && { kind }), ...chosenColumns(choices) };
      const edit = { values: checked.values, columns };
      await count("pileRows", by.email, rows === "all" ? await pileRowsRepo.takenPlaces(id) : rows.length);
      const outcome = await pileEditsRepo.edit(id, rows === "all" ? undefined : rows, edit, clock());
      requireRows(outcome);
      await sending.sendRest(pile);
      return outcome && "versions" in outcome ? outcome.versions : {};
    },

    /** Removes rows with their files. A sent row's item stays. @throws DomainError invalid_input, too_many_requests, and as `openPile` */
    async removeRows(actor: Actor, id: string, input: unknown): Promise<void> {
      await change(actor, id);
      const sha256s = await pileEditsRepo.remove(id, validate(pileChosenSchema, input).rows, clock());
      await discard(sha256s ?? []);
    },

    /** Removes a pile with its unsent files and its ZIPs. The items that it sent stay. @throws as `openPile` */
    async remove(actor: Actor, id: string): Promise<void> {
      await change(actor, id);
      await discardPiles(await pilesRepo.remove(id));
    },

    /**
     * Starts to send rows: the chosen ones, or all that are ready. A job then contributes them one after another. Also stores
     * whether the rest is sent, until a new file or link arrives.
     * @param input see `pileSendSchema`
     * @returns how many rows will be sent, and the problems of the chosen rows that can't be sent, by row and field
     * @throws DomainError invalid_input, too_many_requests, conflict if a chosen row is already sent, and as `openPile`
     */
    async send(
      actor: Actor,
      id: string,
      input: unknown,
    ): Promise<{ sending: number; failed: Record<string, Problems> }> {
      const { pile } = await change(actor, id);
      const { rows: chosen, rest, place = null } = validate(pileSendSchema, input);
      const { rows } = await viewPile(dependencies, pile, chosen);
      if (chosen && rows.length < new Set(chosen).size) requireRows({ problem: "gone" });
      if (chosen && rows.some(({ row }) => row.state === "sent")) requireRows({ problem: "sent" });
      const failed: Record<string, Problems> = {};
      for (const one of chosen ? rows : []) {
        const problems = problemsOf(one);
        if (Object.keys(problems).length > 0) failed[one.row.id] = problems;
      }
      const sendable = rows.filter(({ row, status }) => (chosen ? !failed[row.id] : status === "ready"));
      const ids = sendable.map(({ row }) => row.id);
      const idle = sendable.flatMap(({ row }) => (row.sendAt === null ? [row.id] : []));
      await pileRowsRepo.markToSend(id, idle, clock());
      if (rest !== undefined)
        await pilesRepo.update(id, { sendRest: rest ? 1 : 0, restPlace: rest ? place : null });
      if (ids.length > 0 || rest) await sending.enqueue(pile);
      return { sending: ids.length, failed };
    },

    /**
     * Removes the piles whose 30 days are over, with their files, and the bytes of ZIPs that no pile waits for. Continues
     * piles and ZIPs whose job is gone.
     * @param failed called with an error
     */
    async sweep(failed: (error: unknown) => void): Promise<void> {
      let removed: RemovedPiles;
      do {
        removed = await pilesRepo.removeOld(clock() - PILE_LIFETIME);
        await discardPiles(removed).catch(failed);
      } while (removed.piles > 0);
      await sweepZips(clock() - ZIP_LIMIT).catch(failed);
      await continueStopped().catch(failed);
    },

    /** Runs a job: sends some of a pile's rows that wait. @param signal stops after the current row */
    runSend: sending.run,
    sendStopped: sending.stopped,
  };
}

export type PilesService = ReturnType<typeof createPilesService>;
