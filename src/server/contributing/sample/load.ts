import { createHash, randomBytes } from "node:crypto";
import { departmentKey } from "../../../shared/courses/departments.ts";
import { FILE_FIELD, linkName } from "../../../shared/files/files.ts";
import { type Kind, kindNamed } from "../../../shared/kinds/index.ts";
import { itemSchema } from "../../../shared/schemas/item.ts";
import { reviewSchema } from "../../../shared/schemas/people.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import { hashPassword, newUser } from "../../people/index.ts";
import type {
  FileTable,
  ModeratorAreaTable,
  PasswordTable,
  ResourceTable,
  ReviewTable,
  UserTable,
} from "../../platform/index.ts";
import { coverOfOwn, type FileStore, type NewPaper, storeItemImage } from "../../files/index.ts";
import { resourceRow } from "../../library/index.ts";
import { sampleAnswers } from "./answers.ts";
import { sampleItems } from "./archive.ts";
import { samplePeople } from "./people.ts";
import { sampleReviews } from "./reviews.ts";
import { returnReasons } from "./story.ts";
import { type SampleStory, sampleStory } from "./story-rows.ts";
import { type StoredPaper, storeSampleFile } from "./sample-files.ts";
import type { SampleAnswer, SampleItem } from "./types.ts";

export interface SampleAccount {
  email: string;
  password: string;
}

/** The logins that are shown when the sample is loaded. */
export interface SampleLogins {
  admin: SampleAccount;
  moderator: SampleAccount;
  student: SampleAccount;
}

/** All rows that the sample adds to the database. */
export interface SampleRows extends SampleStory {
  users: UserTable[];
  passwords: PasswordTable[];
  areas: ModeratorAreaTable[];
  files: FileTable[];
  papers: NewPaper[];
  /** Each answer comes after its question. */
  resources: ResourceTable[];
  reviews: ReviewTable[];
}

const ADMIN = { email: "sample.admin@example.edu", displayName: "Sample Admin" };
const MODERATOR = { email: "sample.moderator@example.edu", displayName: "Sample Moderator" };
/** The moderator decides on items of this department, at all universities. */
const AREA = "CSE";
const FIRST_REVIEW = Date.UTC(2026, 8, 1);
const FIVE_DAYS = 5 * 24 * 60 * 60 * 1000;

/**
 * The id of a part of the sample, which is the same in every archive.
 * @param time epoch milliseconds
 */
function sampleId(series: string, index: number, time: number): string {
  const seconds = Math.floor(time / 1000)
    .toString(16)
    .padStart(8, "0");
  return seconds + createHash("sha256").update(`sample ${series} ${index}`).digest("hex").slice(0, 16);
}

/** The id of an item in `sampleItems`. */
export const sampleItemId = (index: number): string =>
  sampleId("item", index, (sampleItems[index] as SampleItem).createdAt);

/** The id of an answer in `sampleAnswers`. */
export const sampleAnswerId = (index: number): string =>
  sampleId("answer", index, (sampleAnswers[index] as SampleAnswer).createdAt);

/**
 * Builds the sample's rows with the same validation as real input, creates new passwords, and stores the
 * images and papers.
 * @param now epoch milliseconds
 */
export async function sampleRows(fileStore: FileStore, now: number) {
  const people = sampleUsers(now);
  const owners = new Map(people.map((user) => [user.email, user]));
  const items = await Promise.all([
    ...sampleItems.map((item, index) => itemRow(item, index, owners, fileStore)),
    ...sampleAnswers.map((answer, index) => answerRow(answer, index, owners, fileStore)),
  ]);
  const [admin, student] = people;
  const moderator = people.at(-1);
  if (!admin || !student || !moderator) throw new Error("The sample has no people");
  const logins = await Promise.all([admin, moderator, student].map(withPassword));
  const resources = items.map(({ row }) => row);
  const rows: SampleRows = {
    users: people,
    passwords: logins.map((made) => made.row),
    areas: [
      {
        userId: moderator.id,
        universityKey: "",
        departmentKey: departmentKey(AREA),
        department: AREA,
        createdAt: now,
      },
    ],
    files: items.flatMap(({ file }) => (file ? [file] : [])),
    papers: items.flatMap(({ paper }) => (paper ? [paper] : [])),
    resources,
    reviews: sampleReviews.map(({ by, ...review }, index) => {
      const createdAt = FIRST_REVIEW + index * FIVE_DAYS;
      const { comment, rating } = validate(reviewSchema, review);
      return {
        id: sampleId("review", index, createdAt),
        userId: ownerOf(by, owners).id,
        comment,
        rating,
        createdAt,
      };
    }),
    ...sampleStory({ students: people.slice(1, -1), moderator, resources, now }),
  };
  const [asAdmin, asModerator, asStudent] = logins.map((made) => made.signIn) as [
    SampleAccount,
    SampleAccount,
    SampleAccount,
  ];
  return { rows, logins: { admin: asAdmin, moderator: asModerator, student: asStudent } };
}

/**
 * The admin, followed by the students and the moderator.
 * @param now epoch milliseconds
 */
function sampleUsers(now: number): UserTable[] {
  return [ADMIN, ...samplePeople, MODERATOR].map((person, index) => ({
    ...newUser(person, now, false),
    ...person,
    id: sampleId("person", index, 0),
    role: index === 0 ? "admin" : "student",
  }));
}

/** Creates a login with a password of 72 random bits. */
async function withPassword(user: UserTable): Promise<{ row: PasswordTable; signIn: SampleAccount }> {
  const plain = randomBytes(9).toString("base64url");
  const row = { userId: user.id, hash: await hashPassword(plain), changedAt: user.createdAt };
  return { row, signIn: { email: user.email, password: plain } };
}

type Owners = Map<string, UserTable>;

function ownerOf(email: string, owners: Owners): UserTable {
  const owner = owners.get(email);
  if (!owner) throw new Error(`No sample person ${email}`);
  return owner;
}

interface Made extends Partial<StoredPaper> {
  row: ResourceTable;
}

async function itemRow(item: SampleItem, index: number, owners: Owners, fileStore: FileStore): Promise<Made> {
  const kind = kindNamed(item.kind);
  const { status, createdAt } = item;
  const { id: uploaderId, displayName: userName, email } = ownerOf(item.uploader, owners);
  const stored = await storeSampleFile(fileStore, "item", index, { uploaderId, createdAt });
  const fields = checked(kind, stored ? withFile(kind, item.fields, stored) : item.fields);
  const image = stored
    ? undefined
    : await storeItemImage({ fileStore, cover: coverOfOwn }, kind, fields, createdAt);
  const file = stored?.file ?? image?.file;
  const facts = { id: sampleItemId(index), status, createdAt, uploaderId, userName, email };
  const made = resourceRow(kind, fields, { ...facts, parentId: null, fileKey: file?.key ?? null });
  return { ...stored, row: withReason(made, index), ...(file ? { file } : {}) };
}

async function answerRow(
  answer: SampleAnswer,
  index: number,
  owners: Owners,
  fileStore: FileStore,
): Promise<Made> {
  const kind = kindNamed("answer");
  const { question, solveNumber, solveDriveLink, by, status, createdAt } = answer;
  const parentId = sampleItemId(question);
  const { id: uploaderId, displayName: userName, email } = ownerOf(by, owners);
  const stored = await storeSampleFile(fileStore, "answer", index, { uploaderId, createdAt });
  const given = { solveNumber, solveDriveLink, questionId: parentId };
  const fields = checked(kind, stored ? withFile(kind, given, stored) : given);
  const id = sampleAnswerId(index);
  const fileKey = stored?.file.key ?? null;
  const facts = { id, status, createdAt, uploaderId, userName, email, parentId, fileKey };
  return { ...stored, row: withReason(resourceRow(kind, fields, facts), index) };
}

/** A Cancelled item was returned with a reason. */
function withReason(row: ResourceTable, index: number): ResourceTable {
  if (row.status !== "Cancelled") return row;
  return {
    ...row,
    returned: 1,
    reason: returnReasons[Math.floor(index / 20) % returnReasons.length] ?? null,
  };
}

/** Replaces the item's link with the file. */
function withFile(kind: Kind, fields: object, { file }: StoredPaper): object {
  const link = linkName(kind);
  const others = Object.entries(fields).filter(([name]) => name !== link);
  return { ...Object.fromEntries(others), [FILE_FIELD]: file.key };
}

const schemas = new Map<Kind, ReturnType<typeof itemSchema>>();

function checked(kind: Kind, fields: object): Record<string, string> {
  const schema = schemas.get(kind) ?? itemSchema(kind);
  schemas.set(kind, schema);
  return validate(schema, fields);
}
