import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem, payloadOf } from "../../../../tests/support/archive/factories.ts";
import { addFile, drainPiles, paper } from "../../../../tests/support/archive/pile-world.ts";
import {
  approvedItems,
  contributeNote,
  RULES,
  saveRules,
  trust,
  uploadPdf,
} from "../../../../tests/support/archive/trust-world.ts";
import { docxOf } from "../../../../tests/support/files/office.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";

const NOW = Date.UTC(2026, 10, 23, 18);
const DAY = 86_400_000;

describe.each(engines)("trusted contributors on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  let other: User;
  let student: User;
  let now = NOW;

  beforeEach(async () => {
    now = NOW;
    archive = await openTestArchive(engine, { clock: () => now });
    admin = (await archive.signUp("Admin", "admin")).actor;
    other = (await archive.signUp("Other", "admin")).actor;
    student = (await archive.signUp("Student")).actor;
  });
  afterEach(() => archive.close());

  const services = () => archive.services;
  const statusOf = async (id: string) => (await services().resources.get(admin, "note", id)).status;
  const entries = async (action: string) =>
    (await services().audit.list(admin)).entries.filter((entry) => entry.action === action);
  const personOf = async (email: string) => (await services().trust.overview(admin, email)).found;
  const isSuspended = async () => (await services().trust.overview(admin)).trusted[0]?.suspendedAt !== null;

  test("an archive whose admins changed nothing approves no item at once", async () => {
    const { settings, trusted } = await services().trust.overview(admin);
    expect(settings).toMatchObject({ isOn: false, items: 20, exceptions: 0, perDay: 20 });
    expect(trusted).toEqual([]);
    expect(await statusOf(await contributeNote(archive, student))).toBe("Pending");
  });

  test("approves an item of a trusted contributor in its transaction, with an entry that names the setting", async () => {
    await saveRules(archive, admin);
    await trust(archive, admin, student);
    const id = await contributeNote(archive, student);
    expect(await services().resources.get(admin, "note", id)).toMatchObject({
      status: "Approved",
      version: 2,
    });
    const [entry] = await entries("publishTrusted");
    expect(entry).toMatchObject({
      targetId: id,
      actorEmail: null,
      item: { status: "Approved", setting: "trustedContributors" },
    });
    expect((await services().trust.unchecked(admin)).rows.map((row) => row.id)).toEqual([id]);
  });

  test("only items of which another person decided count, and each change or return is an exception", async () => {
    await saveRules(archive, admin);
    const ids = await approvedItems(archive, admin, student, 4);
    await insertItem(archive, "note", { status: "Pending", uploader: student });
    expect(await personOf(student.email)).toMatchObject({
      facts: { decided: 4, unchanged: 4 },
      isQualified: false,
    });
    await insertItem(archive, "note", { status: "Approved", uploader: student, createdAt: NOW });
    expect(await personOf(student.email)).toMatchObject({
      facts: { decided: 5, unchanged: 4 },
      isQualified: true,
    });
    await services().resources.setStatus(admin, "note", ids[0] ?? "", { status: "Cancelled", reason: "No" });
    await services().resources.setStatus(admin, "note", ids[0] ?? "", { status: "Approved" });
    expect(await personOf(student.email)).toMatchObject({
      facts: { decided: 5, unchanged: 3 },
      isQualified: false,
    });
    await expect(services().trust.trust(admin, { email: student.email })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("lists the people who qualify, without suspended and trusted people", async () => {
    await saveRules(archive, admin);
    await approvedItems(archive, admin, student);
    const candidates = async () =>
      (await services().trust.overview(admin)).candidates.map(({ email }) => email);
    expect(await candidates()).toEqual([student.email]);
    await services().people.suspend(admin, { email: student.email });
    expect(await candidates()).toEqual([]);
    await services().people.reinstate(admin, { email: student.email });
    await services().trust.trust(admin, { email: student.email });
    expect(await services().trust.trust(admin, { email: student.email })).toMatchObject({ modified: false });
    expect(await candidates()).toEqual([]);
    await services().trust.endTrust(admin, { email: student.email });
    expect(await candidates()).toEqual([student.email]);
    expect(await entries("endTrust")).toHaveLength(1);
  });

  test("an item with a link, an undrawn file or a possible duplicate waits for a moderator", async () => {
    await saveRules(archive, admin, { perDay: "100" });
    await trust(archive, admin, student);
    const withLink = payloadOf("note");
    const id = await services().resources.create(student, "note", withLink, VISIT.client);
    expect(await statusOf(id)).toBe("Pending");
    for (const topic of ["See www.example.org", "https://example.edu", "[here](x)", "cheap-papers.com"])
      expect(await statusOf(await contributeNote(archive, student, { topic }))).toBe("Pending");
    const { key: document } = await services().files.accept(
      student,
      await docxOf(["Some words"]),
      "notes.docx",
    );
    expect(await statusOf(await contributeNote(archive, student, { fileKey: document }))).toBe("Pending");
    const bytes = Buffer.from(await archive.fileStore.get((await firstFile()) as string));
    const copy = await uploadPdf(archive, student, bytes);
    expect(await statusOf(await contributeNote(archive, student, { fileKey: copy }))).toBe("Pending");
    expect((await services().trust.unchecked(admin)).count).toBe(1);
  });

  test("readers can open the file of every published item, while forty contributions race with the sweep", async () => {
    await saveRules(archive, admin, { perDay: "100" });
    await trust(archive, admin, student);
    const upload = () => Promise.all([uploadPdf(archive, student), uploadPdf(archive, student)]);
    const old = await upload();
    // The first uploads are old enough for the sweep.
    now += 2 * DAY;
    const fresh = await upload();
    const keys = [...old, ...fresh];
    const races = Array.from({ length: 40 }, (_, index) => [
      contributeNote(archive, student, { fileKey: keys[index % keys.length] }),
      ...(index % 5 === 0 ? [services().files.sweep()] : []),
    ]);
    await Promise.allSettled(races.flat());
    await services().files.sweep();
    const published = await archive.db.read
      .selectFrom("trustedItem")
      .innerJoin("resource", "resource.id", "trustedItem.resourceId")
      .select(["resource.status", "resource.fileKey"])
      .execute();
    expect(new Set(published.map(({ fileKey }) => fileKey)).size).toBe(published.length);
    expect(published.map(({ fileKey }) => fileKey)).toEqual(expect.arrayContaining(fresh));
    for (const { status, fileKey } of published) {
      expect(status).toBe("Approved");
      const { sha256 } = await services().files.get(undefined, fileKey ?? "");
      expect((await archive.fileStore.get(sha256)).length).toBeGreaterThan(0);
    }
    const items = archive.db.read.selectFrom("resource").where("fileKey", "in", keys).select("id");
    expect((await items.execute()).length).toBe(published.length);
  });

  /** Publishes an item with a PDF. @returns the SHA-256 of the PDF */
  async function firstFile() {
    const id = await contributeNote(archive, student);
    expect(await statusOf(id)).toBe("Approved");
    const row = await archive.db.read
      .selectFrom("resource")
      .innerJoin("file", "file.key", "resource.fileKey")
      .select("file.sha256")
      .where("resource.id", "=", id)
      .executeTakeFirst();
    return row?.sha256;
  }

  test("two simultaneous uploads of the same bytes are not both approved at once", async () => {
    await saveRules(archive, admin, { perDay: "100" });
    await trust(archive, admin, student);
    const key = await uploadPdf(archive, student);
    const { sha256 } = await services().files.get(student, key);
    const bytes = Buffer.from(await archive.fileStore.get(sha256));
    const keys = [key, await uploadPdf(archive, student, bytes)];
    const ids = await Promise.all(keys.map((fileKey) => contributeNote(archive, student, { fileKey })));
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses.filter((status) => status === "Approved").length).toBeLessThanOrEqual(1);
  });

  test("approves no more items at once than the day allows, also in parallel", async () => {
    await saveRules(archive, admin);
    await trust(archive, admin, student);
    const keys = await Promise.all(Array.from({ length: 5 }, () => uploadPdf(archive, student)));
    await Promise.all(keys.map((fileKey) => contributeNote(archive, student, { fileKey })));
    expect((await services().trust.unchecked(admin)).count).toBe(Number(RULES.perDay));
    now += DAY;
    expect(await statusOf(await contributeNote(archive, student))).toBe("Approved");
  });

  test.each([
    ["cancels", (id: string) => services().resources.setStatus(other, "note", id, { status: "Cancelled" })],
    ["removes", (id: string) => services().removal.remove(other, { id, reason: "Not ours" })],
  ])("a moderator who %s an item suspends the trust until an admin renews it", async (_act, decide) => {
    await saveRules(archive, admin);
    await trust(archive, admin, student);
    const id = await contributeNote(archive, student);
    await decide(id);
    expect(await isSuspended()).toBe(true);
    expect((await services().trust.unchecked(admin)).count).toBe(0);
    expect(await entries("suspendTrust")).toMatchObject([
      { actorEmail: other.email, targetEmail: student.email },
    ]);
    expect(await statusOf(await contributeNote(archive, student))).toBe("Pending");
    // The rejected item is one exception, which the rules allow.
    expect(await services().trust.trust(admin, { email: student.email })).toMatchObject({ modified: true });
    expect(await isSuspended()).toBe(false);
  });

  test("a granted request to delete, and a suspended account, are no reason for a suspension of the trust", async () => {
    await saveRules(archive, admin);
    await trust(archive, admin, student);
    const id = await contributeNote(archive, student);
    await services().removal.request(student, id);
    await services().removal.decide(admin, { id, outcome: "granted" });
    expect(await isSuspended()).toBe(false);
    const fileKey = await uploadPdf(archive, student);
    await services().people.suspend(admin, { email: student.email });
    // A pile of this person is still being sent.
    expect(await statusOf(await contributeNote(archive, student, { fileKey }))).toBe("Pending");
  });

  test("ends the automatic approval at once when an admin turns the setting off", async () => {
    await saveRules(archive, admin);
    await trust(archive, admin, student);
    await saveRules(archive, admin, { isOn: "" });
    expect(await statusOf(await contributeNote(archive, student))).toBe("Pending");
    const { settings } = await services().trust.overview(admin);
    const { version: _version, ...stored } = settings;
    expect(stored).toEqual({ isOn: false, items: 5, exceptions: 1, perDay: 3 });
    const saves = [1, 2].map((perDay) =>
      services().trust.saveSettings(admin, { ...RULES, perDay: String(perDay), version: settings.version }),
    );
    const outcomes = (await Promise.allSettled(saves)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("marks an item as checked once, and only in the version that the moderator saw", async () => {
    await saveRules(archive, admin);
    await trust(archive, admin, student);
    const id = await contributeNote(archive, student);
    await expect(services().trust.check(admin, { id, version: 1 })).rejects.toMatchObject({
      code: "changed_since",
    });
    expect(await services().trust.check(admin, { id, version: 2 })).toMatchObject({ modified: true });
    expect(await services().trust.check(other, { id, version: 2 })).toMatchObject({ modified: false });
    expect(await entries("checkItem")).toHaveLength(1);
    expect((await services().trust.unchecked(admin)).count).toBe(0);
    await expect(services().trust.check(student, { id, version: 2 })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("deleting the account keeps the published item in the queue", async () => {
    await saveRules(archive, admin);
    await trust(archive, admin, student);
    await contributeNote(archive, student);
    await archive.db.write.deleteFrom("users").where("id", "=", student.id).execute();
    expect((await services().trust.overview(admin)).trusted).toEqual([]);
    const { rows, count } = await services().trust.unchecked(admin, { kind: "note" });
    expect(rows).toHaveLength(count);
    expect(count).toBe(1);
    expect((await services().trust.unchecked(admin, { kind: "book" })).count).toBe(0);
  });

  test("a paper of a pile is published at once, too", async () => {
    await saveRules(archive, admin);
    await trust(archive, admin, student);
    const { piles } = services();
    const pile = await piles.create(student);
    await addFile(archive, student, pile, paper("CSE 2103"));
    const values = { department: "CSE", subject: "Sample Structures", code: "CSE 2103", year: "2019" };
    await piles.setRows(student, pile, { rows: "all", values });
    const { rows } = await piles.get(student, pile, { size: 10 });
    await piles.send(student, pile, { rows: rows.map((row) => row.id) });
    expect(await drainPiles(archive)).toEqual([]);
    const [item] = (await services().trust.unchecked(admin, { kind: "question" })).rows;
    expect(item).toMatchObject({ status: "Approved", uploaderId: student.id });
  });
});
