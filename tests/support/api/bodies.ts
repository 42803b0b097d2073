import type { Operation } from "../../../src/api/operation.ts";
import type { Schema } from "../../../src/server/platform/db/schema/schema.ts";
import { kinds } from "../../../src/shared/kinds/index.ts";
import { insertItem, insertOneOfEach, insertPerson, payloadOf, unique } from "../archive/factories.ts";
import { TEST_PASSWORD, type TestArchive } from "../platform/archive.ts";
import { insertPile, PILE, pilePhotoId, pileRowId } from "./sample-pile.ts";

type Body = Record<string, unknown>;

/**
 * A valid body for each operation from an admin, written by hand. A kind's contribution derives from its
 * declaration.
 */
export async function validBodies(
  archive: TestArchive,
  email: string,
): Promise<(operation: Operation) => Body> {
  const code = "CSE 2103";
  const questionId = await insertItem(archive, "question", { fields: { code, university: "" } });
  const course = { university: "", code };
  const other = await insertPerson(archive);
  const person = { email, displayName: "Admin" };
  const { id: ownerId } = await archive.db.read
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  // Each call has rows of its own.
  await insertPile(archive, ownerId, [1, 1, 1, 2, 1, 1]);
  const pending = await insertItem(archive, "note", { status: "Pending" });
  const named = () => ({ requestId: `body${unique()}`, action: "approve" });
  const [removed, first, second, split, arranged, sent] = [1, 2, 3, 4, 5, 6].map(pileRowId);
  const bodies: Record<string, () => Body> = {
    signUp: () => ({ name: "New", email: `new${unique()}@example.edu`, password: TEST_PASSWORD }),
    signIn: () => ({ email, password: TEST_PASSWORD }),
    signOut: () => ({}),
    giveSignInCode: () => ({ code: "123456" }),
    confirmSignIn: () => ({ password: TEST_PASSWORD }),
    putUser: () => person,
    postUser: () => person,
    updateUser: () => ({
      ...person,
      photoURL: "https://example.edu/a.png",
      department: "CSE",
      roll: "1",
      university: "BUET",
    }),
    makeAdmin: () => ({ email }),
    revokeAdmin: () => ({ email: other }),
    makeModerator: () => ({ email: other, areas: [{ department: "CSE" }] }),
    revokeModerator: () => ({ email: other }),
    suspendUser: () => ({ email: other }),
    reinstateUser: () => ({ email: other }),
    createPile: () => ({}),
    addPileLinks: () => ({ links: `https://example.edu/${unique()}.pdf` }),
    answerPile: () => ({ values: { year: "2020" } }),
    setPileRows: () => ({ rows: [arranged], values: { year: "2020" } }),
    removePileRows: () => ({ rows: [removed] }),
    joinPileRows: () => ({ rows: [first, second] }),
    groupPile: () => ({}),
    splitPileRow: () => ({ row: split, at: [2] }),
    arrangePileRow: () => ({ row: arranged, pages: [{ id: pilePhotoId(6), turn: 90 }] }),
    sendPile: () => ({ rows: [sent] }),
    removePile: () => ({}),
    deskNext: () => ({}),
    claimDeskItem: () => ({}),
    releaseDeskItem: () => ({}),
    deleteDeskItem: () => ({}),
    decideDeskItem: () => ({ ...named(), version: 1 }),
    previewDesk: () => ({ action: "approve", items: [{ id: pending }] }),
    decideDesk: () => ({ ...named(), items: [{ id: pending }] }),
    undoDeskDecision: () => ({}),
    ask: () => ({ ...course, year: "2019", examType: "final" }),
    takeBackRequest: () => ({ ...course, year: "2019", examType: "final" }),
    follow: () => course,
    unfollow: () => course,
    createSavedList: () => ({ name: `List ${unique()}` }),
    renameSavedList: () => ({ name: `List ${unique()}` }),
    deleteSavedList: () => ({}),
    addSavedItem: () => ({ itemId: questionId }),
    removeSavedItem: () => ({ itemId: questionId }),
    moveSavedItem: () => ({ itemId: questionId, direction: "up" }),
    postReview: () => ({ comment: "Good", rating: "4.5" }),
  };
  for (const kind of kinds) {
    const parent = kind.parent ? { [kind.parent.idField]: questionId } : {};
    bodies[kind.calls.create] = () => payloadOf(kind, parent);
    bodies[kind.calls.setStatus[0]] = () => ({ status: "Cancelled" });
  }
  return ({ id }) => {
    const make = bodies[id];
    if (!make) throw new Error(`No body for ${id}`);
    return make();
  };
}

/** The fields that a call requires. */
export function requiredFields({ id }: Operation, body: Body): string[] {
  const kind = kinds.find((candidate) => candidate.calls.create === id);
  const optional = OPTIONAL[id] ?? [];
  return Object.keys(body).filter(
    (name) => kind?.fields[name]?.required !== false && !optional.includes(name),
  );
}

/** The optional fields of the bodies above. */
const OPTIONAL: Record<string, string[]> = {
  setPileRows: ["values"],
  sendPile: ["rows"],
  // Without a university, the course is one of those without a university.
  ...Object.fromEntries(["ask", "takeBackRequest", "follow", "unfollow"].map((id) => [id, ["university"]])),
};

/** The path of an operation, with the id of an existing item. */
export async function pathsTo(
  archive: TestArchive,
  email: string,
): Promise<(operation: Operation) => string> {
  const ids = await insertOneOfEach(archive);
  const pending = await insertItem(archive, "note", { status: "Pending" });
  const decision = await insertDecision(archive, email);
  const list = await insertList(archive, email);
  return ({ paths: [path = ""], tag }) => {
    const kind = kinds.find((candidate) => candidate.words.en.many === tag);
    const ofDesk = path.includes("/decisions/") ? decision : pending;
    const ofTag: Record<string, string> = { Piles: PILE, Desk: ofDesk, "Saved lists": list };
    const id = ofTag[tag] ?? ids[kind?.name ?? ""] ?? "";
    return `/api${path.replace("{email}", email).replace("{id}", id)}`;
  };
}

/** Inserts an empty saved list. @returns its id */
export async function insertList({ db }: TestArchive, email: string): Promise<string> {
  const people = db.read.selectFrom("users").select("id").where("email", "=", email);
  const { id: userId } = await people.executeTakeFirstOrThrow();
  const id = unique().toString(16).padStart(24, "e");
  const row = {
    id,
    userId,
    name: "Kept papers",
    nameKey: "kept papers",
    createdAt: 1,
    updatedAt: 1,
  };
  await db.write.insertInto("savedList").values(row).execute();
  return id;
}

/** Inserts a decision of the desk without items. @returns its id */
async function insertDecision({ db }: TestArchive, email: string): Promise<string> {
  const people = db.read.selectFrom("users").select("id").where("email", "=", email);
  const { id: userId } = await people.executeTakeFirstOrThrow();
  const id = "d1".repeat(12);
  await db.write
    .insertInto("deskDecision")
    .values({
      id,
      userId,
      requestId: id,
      action: "approve",
      isBulk: 1,
      payload: "{}",
      state: "done",
      undoneBy: null,
      createdAt: 1,
      updatedAt: 1,
    })
    .execute();
  return id;
}

/**
 * Whether a refused request must leave the table as it is. The others are limits, locks, and tables that
 * triggers and jobs derive.
 */
const isWatched: Record<keyof Schema, boolean> = {
  resource: true,
  file: true,
  paper: true,
  review: true,
  contactMessage: true,
  users: true,
  password: true,
  identity: true,
  session: true,
  emailToken: true,
  secondFactor: true,
  recoveryCode: true,
  subscription: true,
  deletionRequest: true,
  change: true,
  setting: true,
  job: true,
  audit: true,
  vote: true,
  rating: true,
  report: true,
  takedown: true,
  brokenLink: true,
  linkCheck: true,
  deskDecision: true,
  deskDecisionItem: true,
  // Claims are leases, and the others are computed again at any time.
  deskClaim: false,
  deskEntry: false,
  deskSimilar: false,
  driveCopy: true,
  driveCopyFile: true,
  notSame: true,
  searchAlias: true,
  university: true,
  universityName: true,
  departmentMerge: true,
  departmentMove: true,
  contactDetails: true,
  searchEntry: false,
  searchDoubt: false,
  searchWord: false,
  pageHead: false,
  pageText: false,
  course: false,
  courseCell: false,
  courseCount: false,
  courseFact: false,
  courseShelf: false,
  courseMerge: true,
  courseName: true,
  examNotHeld: true,
  termMonth: true,
  courseRequest: true,
  courseFollow: true,
  // Triggers derive these two.
  wantedPaper: false,
  courseNews: false,
  savedList: true,
  savedItem: true,
  resourceTotal: false,
  resourcePeriod: false,
  jobUse: false,
  rateLimit: false,
  uploadLock: false,
  operationsSample: false,
  largePdf: true,
  openUpload: false,
  moderatorArea: true,
  trustedContributor: true,
  trustedItem: true,
  waitingMail: true,
  reason: true,
  notice: true,
  noticeSetting: true,
  noticeMailing: true,
  pile: true,
  pileRow: true,
  pileFile: true,
  pileZip: true,
};
export const watchedTables = (Object.keys(isWatched) as (keyof Schema)[]).filter((table) => isWatched[table]);

/** The number of rows in each table. */
export async function rowCounts({ db }: TestArchive): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of watchedTables) {
    counts[table] = (
      await db.read
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .executeTakeFirstOrThrow()
    ).n;
  }
  return counts;
}
