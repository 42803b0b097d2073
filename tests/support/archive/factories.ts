import { contactDetailNames } from "../../../src/shared/people/contact-details.ts";
import { type Field, type Kind, kindNamed, kinds } from "../../../src/shared/kinds/index.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import type { Status } from "../../../src/shared/items/status.ts";
import type { ReportTable, TakedownTable, UserTable } from "../../../src/server/platform/db/schema/schema.ts";
import { newUser } from "../../../src/server/people/accounts/new-user.ts";
import { newId, randomKey } from "../../../src/server/platform/ids.ts";
import { withUniversities } from "../../../src/server/library/universities/university-names.repo.ts";
import { resourceRow } from "../../../src/server/library/items/resource-row.ts";
import type { TestArchive } from "../platform/archive.ts";

const firstMoment = Date.UTC(2023, 10, 14);
let made = 0;
/** A number that no earlier call returned. */
export const unique = (): number => (made += 1);

/** A Drive link in the specification's form: its id is characters 32 to 65. */
export function driveLink(id: string | number = unique()): string {
  return `https://drive.google.com/file/d/${`1Drive${id}`.padEnd(33, "x")}/view`;
}

/** A red PNG of one pixel. */
export const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/** The place of an item without a university and department. */
export const NOWHERE = { areaUniversity: null, areaDepartment: null };

const valueOf: Record<Field["type"], (name: string, field: Field) => string> = {
  text: (name) => `A ${name} ${unique()}`,
  longText: (name) => `The ${name} of number ${unique()}.\n\nIn two paragraphs.`,
  ordinal: () => "3",
  year: () => "2019",
  department: () => "CSE",
  set: () => "A",
  choice: (_name, field) => field.options?.[0] ?? "",
  link: () => driveLink(),
  image: () => `https://example.edu/covers/${unique()}.png`,
};

/** The payload of a contribution of any kind, as a client sends it. Optional fields have values, too. */
export function payloadOf(
  kind: Kind | string,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const { fields } = typeof kind === "string" ? kindNamed(kind) : kind;
  return {
    ...Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, valueOf[field.type](name, field)]),
    ),
    ...changes,
  };
}

export interface ItemOptions {
  status?: Status;
  /** Without an uploader, the item belongs to nobody, as after an import. */
  uploader?: Pick<User, "id" | "displayName" | "email">;
  parentId?: string;
  fields?: Record<string, string>;
  fileKey?: string;
  createdAt?: number;
}

/** Inserts an item into the archive, without any policy check. @returns its id */
export async function insertItem(
  archive: TestArchive,
  kindName: string,
  options: ItemOptions = {},
): Promise<string> {
  return (await insertItems(archive, kindName, [options]))[0] as string;
}

/**
 * Inserts items in one transaction, without any policy check.
 * @param laterColumns columns that the archive doesn't have yet, because its migrations stopped early
 * @returns their ids
 */
export async function insertItems(
  archive: TestArchive,
  kindName: string,
  items: ItemOptions[],
  laterColumns: readonly string[] = [],
): Promise<string[]> {
  const kind = kindNamed(kindName);
  const rows = items.map(
    ({ status = "Approved", uploader, parentId, fields = {}, fileKey, createdAt = firstMoment + unique() }) =>
      resourceRow(kind, payloadOf(kind, fields) as Record<string, string>, {
        id: newId(createdAt),
        status,
        uploaderId: uploader?.id ?? null,
        userName: uploader?.displayName ?? "Somebody",
        email: uploader?.email ?? "somebody@example.edu",
        parentId: parentId ?? null,
        fileKey: fileKey ?? null,
        createdAt,
      }),
  );
  await archive.db.transaction(async (trx) => {
    for (const row of await withUniversities(trx, archive.db.engine, rows))
      await trx.insertInto("resource").values(withoutColumns(row, laterColumns)).execute();
  });
  return rows.map((row) => row.id);
}

const withoutColumns = <Row extends object>(row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as Row;

/**
 * Inserts an item of every kind of the registry; each answer belongs to the question.
 * @returns ids by kind
 */
export async function insertOneOfEach(
  archive: TestArchive,
  options: ItemOptions = {},
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const kind of kinds) {
    const parent = kind.parent
      ? { parentId: ids[kind.parent.kind] ?? (await insertItem(archive, kind.parent.kind)) }
      : {};
    ids[kind.name] = await insertItem(archive, kind.name, { ...parent, ...options });
  }
  return ids;
}

/** Stores some bytes as a file that an item can show. @returns its key */
export async function insertFile(
  archive: TestArchive,
  bytes: Uint8Array = Buffer.from(`bytes ${unique()}`),
): Promise<string> {
  const key = randomKey();
  const sha256 = await archive.fileStore.put(bytes);
  await archive.db.write
    .insertInto("file")
    .values({
      key,
      sha256,
      type: "image/webp",
      size: bytes.length,
      uploaderId: null,
      name: null,
      createdAt: firstMoment,
    })
    .execute();
  return key;
}

/**
 * An admin's form for the contact details of a new archive: a phone number, and defaults for the other
 * fields.
 */
export function contactInput(changes: Record<string, unknown> = {}) {
  const empty = Object.fromEntries(contactDetailNames.map((name) => [name, ""]));
  return { ...empty, phone: "+880 1700 000000", hidden: [], version: "1", ...changes };
}

/**
 * Inserts an address into the newsletter's list, older than all addresses from the form. @returns the address
 */
export async function insertSubscriber(archive: TestArchive): Promise<string> {
  const email = `subscriber${unique()}@example.edu`;
  const row = { id: newId(0), email, leaveToken: randomKey(), askedAt: 0, confirmedAt: firstMoment };
  await archive.db.write
    .insertInto("subscription")
    .values({ ...row, confirmHash: null, askedBy: null })
    .execute();
  return email;
}

/** Inserts a report of an item, newer than all reports from the form. */
export async function insertReport(
  archive: TestArchive,
  report: Pick<ReportTable, "itemId"> & Partial<ReportTable>,
): Promise<void> {
  const createdAt = Date.UTC(2090, 0) + unique();
  const row: ReportTable = {
    id: newId(createdAt),
    userId: null,
    reason: "wrong",
    comment: "",
    createdAt,
    handledAt: null,
    ...report,
  };
  await archive.db.write.insertInto("report").values(row).execute();
}

/**
 * Inserts a copyright claim, older than all claims from the form. Without an id, the claim is about a missing
 * item.
 * @returns its id
 */
export async function insertTakedown(
  archive: TestArchive,
  changes: Partial<TakedownTable> = {},
): Promise<string> {
  const claim: TakedownTable = {
    id: newId(0),
    itemId: `gone${unique()}`,
    itemKind: "note",
    itemTitle: "A gone item",
    name: "Claimant",
    email: "claimant@example.edu",
    work: "My book",
    signature: "Claimant",
    createdAt: 0,
    decidedAt: null,
    decidedBy: null,
    outcome: null,
    note: null,
    ...changes,
  };
  await archive.db.write.insertInto("takedown").values(claim).execute();
  return claim.id;
}

/** Inserts a person without a password into the table. @returns their email */
export async function insertPerson(
  archive: TestArchive,
  name = `person${unique()}`,
  changes: Partial<Pick<UserTable, "role" | "suspendedAt">> = {},
): Promise<string> {
  const email = `${name}@example.edu`;
  await archive.db.write
    .insertInto("users")
    .values({
      ...newUser({ email, displayName: name }, 0, false),
      id: `id-${name}`,
      ...changes,
    })
    .execute();
  return email;
}
