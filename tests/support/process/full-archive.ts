import type { Insertable } from "kysely";
import type { Schema } from "../../../src/server/platform/db/schema/schema.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import { statuses } from "../../../src/shared/items/status.ts";
import { insertDepartmentRows } from "../archive/departments.ts";
import {
  insertFile,
  insertOneOfEach,
  insertReport,
  insertSubscriber,
  insertTakedown,
  unique,
} from "../archive/factories.ts";
import { enrol, type Enrolled } from "../people/second-factor.ts";
import { type TestArchive, VISIT } from "../platform/archive.ts";

/** A text with Bangla, quotes, a line break and a character outside the first plane of Unicode. */
export const HARD_TEXT = "পরীক্ষা \"প্রশ্ন\" \\ 'x'\n\t𝄞 é e\u0301 \u200D ক্ষ্ম";

/** The largest number that JavaScript holds exactly. */
const LARGEST = Number.MAX_SAFE_INTEGER;

export interface FullArchive {
  admin: { actor: User; cookie: string };
  student: { actor: User; cookie: string };
  /** People with a second factor. */
  enrolled: Enrolled[];
}

/** Fills every table of an archive with at least one row, with texts and numbers that are hard to copy. */
export async function fillArchive(archive: TestArchive): Promise<FullArchive> {
  const admin = await archive.signUp(`Admin${unique()}`, "admin");
  const student = await archive.signUp(`Student${unique()}`);
  const enrolled = [await enrol(archive, Date.now), await enrol(archive, Date.now, "admin")];
  const insert = async <T extends keyof Schema>(table: T, row: Insertable<Schema[T]>): Promise<void> => {
    await archive.db.write
      .insertInto(table)
      .values(row as never)
      .execute();
  };
  const items: Record<string, string>[] = [];
  for (const status of statuses) {
    const fileKey = await insertFile(archive);
    const ids = await insertOneOfEach(archive, { status, uploader: student.actor });
    await archive.db.write
      .updateTable("resource")
      .set({ fileKey })
      .where("id", "=", ids["question"] ?? "")
      .execute();
    items.push(ids);
  }
  const itemId = items[0]?.["question"] ?? "";
  const userId = student.actor.id;
  await archive.db.write
    .updateTable("resource")
    .set({ title: HARD_TEXT, details: JSON.stringify({ text: HARD_TEXT }) })
    .where("id", "=", itemId)
    .execute();
  await archive.services.reviews.create(student.actor, { comment: HARD_TEXT, rating: "5" }, VISIT.client);
  await insert("vote", { itemId: items[0]?.["answer"] ?? "", userId, helpful: 1, votedAt: 1 });
  await insert("rating", { itemId, userId, halves: 9, ratedAt: LARGEST });
  await insertReport(archive, { itemId });
  await insertTakedown(archive);
  await insertSubscriber(archive);
  await insert("contactMessage", {
    id: "message",
    name: HARD_TEXT,
    email: "reader@example.edu",
    sub: "",
    mess: HARD_TEXT.repeat(500),
    createdAt: 1,
    handledAt: null,
  });
  await insert("contactDetails", {
    id: "operator",
    version: 2,
    settings: JSON.stringify({ phone: HARD_TEXT }),
  });
  await insert("deletionRequest", { resourceId: itemId, userId, askedAt: 1, outcome: null });
  await insert("change", {
    resourceId: itemId,
    id: "change",
    baseVersion: 1,
    fields: "{}",
    fileKey: null,
    createdAt: 1,
  });
  await insert("brokenLink", { itemId, reporter: "r", link: "https://example.edu/", reportedAt: 1 });
  await insert("linkCheck", { itemId, link: "https://example.edu/", failures: 1, dueAt: LARGEST });
  await insert("driveCopy", {
    itemId,
    linkKey: "drive:1",
    state: "failed",
    problem: "not_public",
    updatedAt: LARGEST,
  });
  const { fileKey: copied } = await archive.db.read
    .selectFrom("resource")
    .select("fileKey")
    .where("id", "=", itemId)
    .executeTakeFirstOrThrow();
  await insert("driveCopyFile", { fileKey: copied ?? "", ownerId: userId, size: LARGEST });
  const [one = "", other = ""] = [items[0]?.["note"] ?? "", items[0]?.["book"] ?? ""].toSorted();
  await insert("moderatorArea", {
    userId,
    universityKey: HARD_TEXT,
    departmentKey: "",
    department: "",
    createdAt: LARGEST,
  });
  const course = { universityKey: HARD_TEXT, codeNorm: "CSE2103" };
  const merge = { intoCodeNorm: "CSE1", shownCodeNorm: "CSE1", createdAt: LARGEST };
  await insert("courseMerge", { ...course, ...merge });
  await insertDepartmentRows(archive, itemId, { text: HARD_TEXT, createdAt: LARGEST });
  await insert("courseName", { ...course, code: "CSE 2103", title: HARD_TEXT, updatedAt: LARGEST });
  const exam = { year: 2019, examType: "final", term: "" };
  await insert("examNotHeld", { ...course, ...exam, createdAt: LARGEST });
  const own = { ...course, userId, askedCode: "CSE203", createdAt: LARGEST };
  await insert("courseRequest", { ...own, ...exam, toldOf: itemId, toldAt: LARGEST });
  await insert("courseFollow", own);
  await insert("courseNews", { ...course, itemId, publishedAt: LARGEST });
  await insert("trustedContributor", {
    userId,
    grantedAt: LARGEST,
    suspendedAt: LARGEST,
    suspendedItemId: itemId,
  });
  await insert("trustedItem", { resourceId: itemId, userId, publishedAt: LARGEST, checkedAt: null });
  await insert("waitingMail", { userId, isOff: 1, mailedAt: LARGEST });
  await insert("deskClaim", { itemId, userId, until: LARGEST });
  await insert("deskEntry", {
    itemId,
    version: 1,
    confidence: "guess",
    doubts: JSON.stringify({ missing: [HARD_TEXT], check: [] }),
    isWaiting: 1,
    checkedAt: LARGEST,
  });
  await insert("deskSimilar", { itemId: one, otherId: other });
  await insert("deskDecision", {
    id: "decision",
    userId,
    requestId: "request",
    action: "return",
    isBulk: 1,
    payload: JSON.stringify({ reason: HARD_TEXT }),
    state: "done",
    undoneBy: null,
    createdAt: LARGEST,
    updatedAt: 1,
  });
  await insert("deskDecisionItem", {
    decisionId: "decision",
    itemId,
    position: 0,
    changeId: null,
    version: 1,
    state: "done",
    holderId: null,
    before: JSON.stringify({ columns: { reason: HARD_TEXT } }),
    after: 2,
    fileKey: null,
    entryId: HARD_TEXT,
  });
  await insert("notice", {
    id: "notice",
    userId,
    event: "returned",
    source: "decision",
    itemId,
    decisionId: "decision",
    details: JSON.stringify({ reason: HARD_TEXT }),
    createdAt: LARGEST,
    visibleAt: LARGEST,
    readAt: null,
    mailing: null,
  });
  await insert("noticeSetting", { userId, event: "helpful", frequency: "daily", updatedAt: LARGEST });
  await insert("noticeMailing", { userId, atOnceAt: LARGEST, dailyAt: 1 });
  const [listId, name] = ["savedList", { name: HARD_TEXT, nameKey: HARD_TEXT }];
  await insert("savedList", { id: listId, userId, ...name, createdAt: LARGEST, updatedAt: 1 });
  await insert("savedItem", { listId, itemId, position: 1, addedAt: LARGEST });
  await insert("notSame", { oneId: one, otherId: other, saidAt: 1 });
  await insert("paper", {
    sha256: "0".repeat(64),
    pages: 1,
    hash: null,
    print: null,
    pageHashes: null,
    pagePrints: null,
    seq: null,
    pageWords: " তথ্য words ",
    createdAt: 1,
  });
  await insert("pageText", {
    sha256: "0".repeat(64),
    page: 1,
    source: "recognised",
    text: HARD_TEXT,
    confidence: 90,
    lineBoxes: "[[0.1,0.2,0.3,0.4],null]",
  });
  await insert("pageHead", { sha256: "0".repeat(64), page: 2, text: HARD_TEXT, lineBoxes: "[null]" });
  await archive.services.jobs.enqueue([{ kind: "later", payload: { text: HARD_TEXT }, runAt: LARGEST }]);
  await insert("jobUse", { owner: userId, day: 20_000, turnMs: LARGEST, pages: 3 });
  await insert("uploadLock", { id: "upload", holder: "holder", leaseUntil: 1, wanted: 0 });
  await insert("rateLimit", { key: "key", fullAt: LARGEST });
  await insert("emailToken", {
    id: "token",
    purpose: "resetPassword",
    tokenHash: "hash",
    userId,
    email: student.actor.email,
    payload: "{}",
    expiresAt: LARGEST,
  });
  await insert("identity", { provider: "https://accounts.example.edu", subject: "1", userId, createdAt: 1 });
  await insert("searchDoubt", { word: "তথ্য" });
  await insert("operationsSample", {
    at: 60_000,
    machine: HARD_TEXT,
    requests: 1,
    errors: 0,
    p95Ms: null,
    cacheHits: 1,
    cacheLookups: 2,
    pagesWaiting: 0,
    queued: 0,
    dead: 0,
    diskFree: LARGEST,
    memory: 1,
  });
  await insert("pile", {
    id: "pile",
    ownerId: userId,
    shared: JSON.stringify({ subject: HARD_TEXT }),
    sendRest: 1,
    restPlace: LARGEST,
    createdAt: 1,
    changedAt: LARGEST,
  });
  await insert("pileRow", {
    id: "pileRow",
    pileId: "pile",
    position: 1,
    kind: "question",
    label: HARD_TEXT,
    fields: "{}",
    link: null,
    state: "draft",
    problem: null,
    sendAnyway: 0,
    keepWhole: 1,
    duplicate: null,
    failure: null,
    itemId: null,
    sendAt: LARGEST,
    version: 1,
  });
  const fileKey = await insertFile(archive);
  await insert("pileFile", {
    id: "pileFile",
    rowId: "pileRow",
    position: 0,
    fileKey,
    turn: 90,
    firstPage: null,
    lastPage: null,
    look: null,
  });
  await insert("pileZip", {
    id: "pileZip",
    pileId: "pile",
    name: HARD_TEXT,
    size: LARGEST,
    bytesLeft: 0,
    state: "done",
    problem: null,
    entries: 1,
    entriesDone: 1,
    createdAt: LARGEST,
  });
  const ofPile = { ownerId: userId, pileId: "pile", name: HARD_TEXT };
  const upload = { ...ofPile, id: "openUpload", papers: 1, allowance: "[]" } as const;
  await insert("openUpload", { ...upload, size: LARGEST, arrived: LARGEST, writtenAt: LARGEST });
  await insert("largePdf", {
    ...ofPile,
    id: "largePdf",
    size: LARGEST,
    place: LARGEST,
    mark: HARD_TEXT,
    state: "refused",
    problem: JSON.stringify({ code: "file_not_shrunk" }),
    page: 1,
    pages: 2,
    createdAt: LARGEST,
  });
  return { admin, student, enrolled };
}
