import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../../tests/support/platform/archive.ts";
import {
  contactInput,
  insertFile,
  insertItem,
  payloadOf,
} from "../../../../../tests/support/archive/factories.ts";
import type { User } from "../../../../shared/people/policy.ts";
import type { Version } from "./change-feed.ts";
import { openDatabase } from "../open.ts";
import type { Database } from "../schema/schema.ts";
import { privateTables } from "./private-tables.ts";

const { client } = VISIT;

/**
 * Events of public tables that no trigger announces, with the reason. A public response must not depend on
 * these events: it would stay in the response cache for up to ten minutes. A page that shows such data needs
 * a trigger first.
 */
const unannounced = new Map([
  ["users insert", "a new person has no item and no review yet"],
  ["file insert", "no item has the file yet; the item's own trigger announces it later"],
  ["file delete", "the database refuses to delete the file of an item"],
  ...["insert", "update", "delete"].map((on): [string, string] => [
    `searchEntry ${on}`,
    "derived from other tables, whose triggers announce it; answers of an unfinished index are never kept",
  ]),
]);

describe.each(bothEngines)("the change feed on %s", (engine) => {
  let archive: TestArchive;
  /** Opens the same database as a second process does. */
  let other: Database;
  let admin: User;
  let student: User;
  let lost: unknown[];
  let found: () => void;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    const { DATABASE_URL: databaseUrl, PROSHNO_DATA: dataFolder } = archive.env;
    other = openDatabase({ databaseUrl, dataFolder });
    admin = (await archive.signUp("Admin", "admin")).actor;
    student = (await archive.signUp("Student")).actor;
    lost = [];
    found = () => {};
    await other.changeFeed.follow({ lost: (error) => lost.push(error), found: () => found() });
  });
  afterEach(async () => {
    await other.close();
    await archive.close();
  });

  const now = () => other.changeFeed.current() as Version;
  /**
   * Runs `act` in this process.
   * @returns the topics whose change the second process knows afterwards
   */
  async function changedBy(act: () => Promise<unknown>): Promise<string[]> {
    const before = now();
    await act();
    const after = now();
    const topics = new Set([...before.changes.keys(), ...after.changes.keys()]);
    const changed = [...topics].filter((topic) => before.changes.get(topic) !== after.changes.get(topic));
    if (changed.length === 0) expect(after).toBe(before);
    return changed.toSorted();
  }
  const { setStatus, create } = {
    setStatus: (kind: string, id: string, status: string) =>
      archive.services.resources.setStatus(admin, kind, id, { status }),
    create: (kind: string, fields = {}) =>
      archive.services.resources.create(student, kind, payloadOf(kind, fields), client),
  };

  test("has no version before it starts to follow changes, and then has the same version until a change", () => {
    expect(archive.db.changeFeed.current()).toBeUndefined();
    expect(now()).toBeDefined();
    expect(now()).toBe(now());
  });

  test("a pending contribution changes no version, but its approval, edit and removal do", async () => {
    let id = "";
    expect(await changedBy(async () => (id = await create("note")))).toEqual([]);
    expect(await changedBy(() => setStatus("note", id, "Cancelled"))).toEqual([]);
    expect(await changedBy(() => setStatus("note", id, "Approved"))).toEqual(["note"]);
    const edit = sql`update resource set title = 'Another' where id = ${id}`;
    expect(await changedBy(() => edit.execute(archive.db.write))).toEqual(["note"]);
    expect(await changedBy(() => setStatus("note", id, "Cancelled"))).toEqual(["note"]);
    await setStatus("note", id, "Approved");
    const gone = sql`delete from resource where id = ${id}`;
    expect(await changedBy(() => gone.execute(archive.db.write))).toEqual(["note"]);
  });

  test("the next version of a process includes the process's own writes", async () => {
    const own = archive.db.changeFeed;
    await own.follow({ lost: () => {}, found: () => {} });
    const id = await create("note");
    const before = own.current();
    await setStatus("note", id, "Approved");
    expect(own.current()?.changes.get("note")).not.toBe(before?.changes.get("note"));
  });

  test("votes, ratings, reviews, names and papers change the topics that show them", async () => {
    const question = await insertItem(archive, "question");
    const answer = await insertItem(archive, "answer", { parentId: question });
    const { feedback, reviews, accounts, people } = archive.services;
    const vote = () => feedback.vote(student, "answer", answer, { helpful: "yes" }, client);
    expect(await changedBy(vote)).toEqual(["answer"]);
    const rate = () => feedback.rate(student, "question", question, { rating: "4.5" }, client);
    expect(await changedBy(rate)).toEqual(["question"]);
    const review = () => reviews.create(student, { comment: "Good", rating: "5" }, client);
    expect(await changedBy(review)).toEqual(["shared"]);
    const rename = () => accounts.saveUser(student, { email: student.email, displayName: "Another" });
    expect(await changedBy(rename)).toEqual(["shared"]);
    expect(await changedBy(() => people.suspend(admin, { email: student.email }))).toEqual(["shared"]);
    const fileKey = await insertFile(archive);
    const paper = sql`insert into paper (sha256, pages, "createdAt") select sha256, 1, 1 from file where key = ${fileKey}`;
    const read = sql`update paper set "pageWords" = ' word '`;
    expect(await changedBy(() => paper.execute(archive.db.write))).toEqual([]);
    expect(await changedBy(() => insertItem(archive, "note", { fileKey }))).toEqual(["note"]);
    expect(await changedBy(() => read.execute(archive.db.write))).toEqual(["shared"]);
  });

  test("saving contact details changes the topic of the frame, which is on every page", async () => {
    const save = () => archive.services.contactDetails.save(admin, contactInput());
    expect(await changedBy(save)).toEqual(["frame"]);
    const gone = sql`delete from "contactDetails"`;
    expect(await changedBy(() => gone.execute(archive.db.write))).toEqual(["frame"]);
  });

  test("what admins and moderators record about courses changes the topic of courses", async () => {
    await insertItem(archive, "question", { fields: { university: "BUET", code: "CSE 2103" } });
    const universityKey = "bangladesh university of engineering and technology";
    const exam = { universityKey, codeNorm: "CSE2103", year: "2019", examType: "final", term: "" };
    const record = () => archive.services.courseChanges.recordNotHeld(admin, exam);
    expect(await changedBy(record)).toEqual(["course"]);
    const months = { spring: "5", summer: "8", fall: "12", winter: "14" };
    const save = () => archive.services.courseChanges.setTermMonths(admin, months);
    expect(await changedBy(save)).toEqual(["course"]);
  });

  test("a login and a contact message change no version", async () => {
    const { accounts, contact } = archive.services;
    const signIn = () => accounts.signIn({ email: student.email, password: "correct horse battery" }, VISIT);
    const message = { name: "A", email: "a@example.edu", sub: "Hello", mess: "World" };
    expect(await changedBy(signIn)).toEqual([]);
    expect(await changedBy(() => contact.send(undefined, message, client))).toEqual([]);
  });

  test("a write that is rolled back changes no version", async () => {
    const id = await insertItem(archive, "note");
    const attempt = archive.db.transaction(async (trx) => {
      await trx.updateTable("resource").set({ status: "Cancelled" }).where("id", "=", id).execute();
      throw new Error("no");
    });
    const outcome = () => attempt.catch((error: Error) => error.message);
    expect(await changedBy(outcome)).toEqual([]);
    expect(await outcome()).toBe("no");
  });

  test("a trigger announces every insert, update and delete of a public table, except the unannounced ones", async () => {
    const tables =
      engine === "sqlite"
        ? sql<{ name: string }>`select name from pragma_table_list where schema = 'main' and type = 'table'`
        : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`;
    const triggers =
      engine === "sqlite"
        ? sql<{
            event: string;
          }>`select tbl_name || ' ' || case when sql like '% after insert on %' then 'insert'
            when sql like '% after update on %' then 'update' else 'delete' end as event
            from sqlite_master where type = 'trigger' and sql like '%insert into generation %'`
        : sql<{ event: string }>`select event_object_table || ' ' || lower(event_manipulation) as event
            from information_schema.triggers
            join pg_proc on action_statement = 'EXECUTE FUNCTION ' || quote_ident(proname) || '()'
            where prosrc like '%pg_notify(''proshno_changes''%'`;
    const { rows } = await tables.execute(archive.db.read);
    const names = rows.map(({ name }) => name).filter((name) => !/^(?:sqlite|kysely)_/.test(name));
    const events = names
      .filter((name) => !privateTables.has(name))
      .flatMap((name) => ["insert", "update", "delete"].map((on) => `${name} ${on}`));
    const announced = (await triggers.execute(archive.db.read)).rows.map(({ event }) => event);
    expect(
      [...announced, ...unannounced.keys()].toSorted(),
      "Add a trigger for the event in a migration, give the reason for none in `unannounced`, or list a private table in private-tables.ts",
    ).toEqual(events.toSorted());
  });
});
