import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem, payloadOf } from "../../../../tests/support/archive/factories.ts";
import { signUpModerator } from "../../../../tests/support/people/moderators.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 24, 6);

describe.each(engines)("the daily mail about waiting items on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  let law: User;
  let now = NOW;

  beforeEach(async () => {
    now = NOW;
    archive = await openTestArchive(engine, { clock: () => now });
    admin = (await archive.signUp("Admin", "admin")).actor;
    law = (await signUpModerator(archive, "Law", [{ universityKey: "", departmentKey: "law" }])).actor;
  });
  afterEach(() => archive.close());

  const plan = () => archive.services.waitingMails.plan();
  const pending = (hours: number, department: string) =>
    insertItem(archive, "note", {
      status: "Pending",
      createdAt: now - hours * HOUR,
      fields: { department, topic: `Canary of ${department}` },
    });
  const mails = async () => {
    const rows = await archive.db.read
      .selectFrom("job")
      .select("payload")
      .where("kind", "=", "mail")
      .execute();
    return rows
      .map(({ payload }) => JSON.parse(payload) as { to: string; template: string; params: object })
      .filter(({ template }) => template === "waitingItems")
      .toSorted((one, other) => (one.to < other.to ? -1 : 1))
      .map(({ to, params }) => [to, params]);
  };

  test("each person gets the counts of their own areas, and no titles", async () => {
    await pending(25, "Law");
    await pending(26, "CSE");
    await pending(30, "CSE");
    await pending(23, "Law");
    expect(await plan()).toBe(2);
    expect(await mails()).toEqual([
      [admin.email, { items: 3, changes: 0 }],
      [law.email, { items: 1, changes: 0 }],
    ]);
  });

  test("nobody gets a mail if nothing of their areas waits longer than a day", async () => {
    await pending(23, "Law");
    expect(await plan()).toBe(0);
    await pending(25, "CSE");
    expect(await plan()).toBe(1);
    expect((await mails()).map(([to]) => to)).toEqual([admin.email]);
  });

  test("a waiting change of an approved item counts, too", async () => {
    const owner = (await archive.signUp("Owner")).actor;
    const id = await insertItem(archive, "note", { uploader: owner, fields: { department: "Law" } });
    const edit = payloadOf("note", { department: "Law" });
    await archive.services.resources.edit(owner, id, edit, VISIT.client);
    now += 25 * HOUR;
    await plan();
    expect(await mails()).toEqual([
      [admin.email, { items: 0, changes: 1 }],
      [law.email, { items: 0, changes: 1 }],
    ]);
  });

  test("a person gets at most one mail a day, also from processes that run at the same time", async () => {
    await pending(25, "Law");
    const counts = await Promise.all([plan(), plan(), plan()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    now += 23 * HOUR;
    expect(await plan()).toBe(0);
    now += HOUR;
    expect(await plan()).toBe(2);
    expect(await mails()).toHaveLength(4);
  });

  test("a person can turn the mails off and on, and this brings no second mail on one day", async () => {
    await pending(25, "Law");
    const { waitingMails } = archive.services;
    await waitingMails.choose(law, { mails: "off" });
    expect(await waitingMails.isOn(law)).toBe(false);
    expect(await waitingMails.isOn(admin)).toBe(true);
    expect(await plan()).toBe(1);
    await waitingMails.choose(law, { mails: "on" });
    await waitingMails.choose(admin, { mails: "off" });
    await waitingMails.choose(admin, { mails: "on" });
    expect(await plan()).toBe(1);
    await expect(waitingMails.choose(law, { mails: "perhaps" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(waitingMails.choose({ ...law, role: "student" }, { mails: "off" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  test("suspended people, and moderators without a verified email, get no mail", async () => {
    await pending(25, "Law");
    const set = (id: string, columns: { suspendedAt?: number; emailVerifiedAt?: null }) =>
      archive.db.write.updateTable("users").set(columns).where("id", "=", id).execute();
    await set(admin.id, { suspendedAt: 1 });
    await set(law.id, { emailVerifiedAt: null });
    expect(await plan()).toBe(0);
  });

  test("an archive that requires a second factor mails only people who have one", async () => {
    const strict = await openTestArchive(engine, { clock: () => now, adminsNeedSecondFactor: true });
    const { actor } = await strict.signUp("Strict", "admin");
    await insertItem(strict, "note", { status: "Pending", createdAt: now - 25 * HOUR });
    expect(await strict.services.waitingMails.plan()).toBe(0);
    await strict.db.write
      .insertInto("secondFactor")
      .values({ userId: actor.id, secret: "s", confirmedAt: 1, lastStep: 0, failures: 0, lockedUntil: 0 })
      .execute();
    expect(await strict.services.waitingMails.plan()).toBe(1);
    await strict.close();
  });
});
