import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import { signUpModerator } from "../../../../tests/support/people/moderators.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { COUNTED } from "./insight.repo.ts";

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 10, 24, 6);

describe.each(engines)("insight into moderation on %s", (engine) => {
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

  const read = (actor: User) => archive.services.insight.read(actor);
  const lastWeek = async (actor: User) => (await read(actor)).waits.at(-1);
  const pending = (hours: number, department = "CSE") =>
    insertItem(archive, "note", { status: "Pending", createdAt: now - hours * HOUR, fields: { department } });
  const decide = (actor: User, id: string, status: string, reason?: string) =>
    archive.services.resources.setStatus(actor, "note", id, { status, ...(reason ? { reason } : {}) });

  test("an archive without decisions and answers has twelve empty weeks", async () => {
    const { waits, decisions, reasons, firstAnswers, isOwn, cutAt } = await read(admin);
    expect(waits).toHaveLength(12);
    expect(firstAnswers.every(({ count, p50 }) => count === 0 && p50 === undefined)).toBe(true);
    expect(decisions.every(({ count }) => count === 0)).toBe(true);
    expect(reasons).toEqual([]);
    expect([isOwn, cutAt]).toEqual([false, undefined]);
  });

  test("half of the items, and nine of ten, were decided within the nearest ranks of their times", async () => {
    for (let hours = 1; hours <= 10; hours += 1) await decide(admin, await pending(hours), "Approved");
    expect(await lastWeek(admin)).toMatchObject({ count: 10, p50: 5 * HOUR, p90: 9 * HOUR });
  });

  test("only the first decision of an item has a waiting time, and a return to Pending is no decision", async () => {
    const id = await pending(2);
    await decide(admin, id, "Cancelled", "Too dark");
    now += HOUR;
    await decide(admin, id, "Pending");
    now += HOUR;
    await decide(admin, id, "Approved");
    const { waits, decisions } = await read(admin);
    expect(waits.at(-1)).toMatchObject({ count: 1, p50: 2 * HOUR });
    expect(decisions.at(-1)).toMatchObject({ count: 2, moderators: [{ email: admin.email, count: 2 }] });
  });

  test("decisions are in the week in which they happened", async () => {
    await decide(admin, await pending(1), "Approved");
    now += 7 * 24 * HOUR;
    await decide(admin, await pending(3), "Approved");
    const { waits } = await read(admin);
    expect(waits.slice(-2).map(({ p50 }) => p50)).toEqual([HOUR, 3 * HOUR]);
    now += 12 * 7 * 24 * HOUR;
    expect((await read(admin)).waits.every(({ count }) => count === 0)).toBe(true);
  });

  test("counts the reasons of rejected items, the most frequent first, also those without a reason", async () => {
    for (const reason of ["Too dark", "Not ours", "Too dark", undefined])
      await decide(admin, await pending(1), "Cancelled", reason);
    const title = 'A title with "status":"Cancelled" in it';
    const id = await insertItem(archive, "note", { status: "Pending", fields: { topic: title } });
    await decide(admin, id, "Approved");
    const { reasons } = await read(admin);
    expect(reasons[0]).toEqual({ reason: "Too dark", count: 2 });
    expect(reasons).toHaveLength(3);
    expect(reasons).toContainEqual({ reason: null, count: 1 });
  });

  test("a moderator sees times and reasons of their areas only, and their own decisions", async () => {
    await decide(admin, await pending(1, "Law"), "Cancelled", "Blurred law");
    await decide(admin, await pending(5, "CSE"), "Cancelled", "Canary of another area");
    await decide(law, await pending(3, "Law"), "Approved");
    const { waits, decisions, reasons, isOwn } = await read(law);
    expect(waits.at(-1)).toMatchObject({ count: 2, p50: HOUR, p90: 3 * HOUR });
    expect(decisions.at(-1)).toMatchObject({ count: 1, moderators: [{ email: law.email, count: 1 }] });
    expect(reasons).toEqual([{ reason: "Blurred law", count: 1 }]);
    expect(isOwn).toBe(true);
    await expect(read({ ...law, role: "student" })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("the time to an answer counts the first approved answer of a question", async () => {
    const ask = (department: string) =>
      insertItem(archive, "question", { createdAt: now - 10 * HOUR, fields: { department } });
    const answer = (parentId: string, hours: number, status: "Approved" | "Cancelled" = "Approved") =>
      insertItem(archive, "answer", { parentId, status, createdAt: now - hours * HOUR });
    const cse = await ask("CSE");
    await answer(cse, 9, "Cancelled");
    await answer(cse, 6);
    await answer(cse, 1);
    await answer(await ask("Law"), 8);
    expect((await read(admin)).firstAnswers.at(-1)).toMatchObject({ count: 2, p50: 2 * HOUR, p90: 4 * HOUR });
    expect((await read(law)).firstAnswers.at(-1)).toMatchObject({ count: 1, p50: 2 * HOUR });
  });

  test("counts the newest decisions only, and says so", async () => {
    const ids = Array.from({ length: COUNTED + 1 }, (_, index) => String(index).padStart(24, "0"));
    for (let from = 0; from < ids.length; from += 1_000) {
      const rows = ids.slice(from, from + 1_000).map((id) => ({
        id,
        at: now - 1,
        actorId: null,
        actorEmail: null,
        targetId: id,
        targetEmail: "",
        action: "setStatus" as const,
        details: '{"kind":"note","title":"T","status":"Approved"}',
      }));
      await archive.db.write.insertInto("audit").values(rows).execute();
    }
    const { cutAt, decisions } = await read(admin);
    expect(cutAt).toBe(COUNTED);
    expect(decisions.at(-1)).toMatchObject({ count: COUNTED, moderators: [{ email: null, count: COUNTED }] });
  });
});
