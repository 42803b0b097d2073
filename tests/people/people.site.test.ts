import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { User } from "../../src/shared/people/policy.ts";
import { insertPerson, unique } from "../support/archive/factories.ts";
import { engines, openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";
import { en } from "../../src/shared/messages/en.ts";

const WAYS = 40;

describe.each(engines)("the administration of people on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let admin: Awaited<ReturnType<TestArchive["signUp"]>>;
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });
  beforeEach(async () => {
    await archive.db.write.updateTable("users").set({ role: "student" }).execute();
    await archive.db.write.deleteFrom("audit").execute();
    admin = await archive.signUp(`Admin${unique()}`, "admin");
  });

  const activeAdmins = async () =>
    (await archive.services.accounts.listAdmins()).filter((one) => !one.suspendedAt);
  const trail = async () =>
    (await archive.db.read.selectFrom("audit").selectAll().orderBy("at").execute()).map(
      ({ action, actorEmail, targetEmail }) => `${actorEmail ?? "command line"} ${action} ${targetEmail}`,
    );
  const signIn = (email: string, password = TEST_PASSWORD) =>
    site.as().post("/api/auth/sign-in/email", { email, password });
  /** Creates many admins, and removes the role of the first one. */
  async function manyAdmins(): Promise<User[]> {
    const emails = await Promise.all(
      Array.from({ length: WAYS }, () => insertPerson(archive, undefined, { role: "admin" })),
    );
    await archive.services.people.setRoleAsOperator(admin.actor.email, "student");
    const rows = await archive.db.read.selectFrom("users").selectAll().where("email", "in", emails).execute();
    return rows.map(({ id, email, displayName, role, photoURL }) => ({
      id,
      email,
      displayName,
      role,
      photoURL,
      session: { id: "", provedAt: Date.now(), mfaAt: null },
    }));
  }
  const codes = (outcomes: PromiseSettledResult<unknown>[]) =>
    outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? (outcome.reason as { code: string }).code : [],
    );
  const modified = (outcomes: PromiseSettledResult<{ modified: boolean }>[]) =>
    outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value.modified).length;

  test("the audit trail records every change of a role, and skips requests that changed nothing", async () => {
    const { people } = archive.services;
    const email = await insertPerson(archive);
    await people.grantAdmin(admin.actor, { email });
    await people.grantAdmin(admin.actor, { email });
    await people.revokeAdmin(admin.actor, { email: email.toUpperCase() });
    await people.revokeAdmin(admin.actor, { email });
    await people.setRoleAsOperator(email, "admin");
    const by = admin.actor.email;
    expect((await trail()).sort()).toEqual(
      [
        `command line grantAdmin ${by}`,
        `${by} grantAdmin ${email}`,
        `${by} revokeAdmin ${email}`,
        `command line grantAdmin ${email}`,
      ].sort(),
    );
  });

  test("a role does not change if the audit trail can't record the change", async () => {
    const email = await insertPerson(archive);
    await archive.db.write.schema.alterTable("audit").renameTo("auditAway").execute();
    await expect(archive.services.people.grantAdmin(admin.actor, { email })).rejects.toThrow(/audit/);
    await archive.db.write.schema.alterTable("auditAway").renameTo("audit").execute();
    expect((await archive.services.accounts.get(admin.actor, email)).role).toBe("student");
  });

  test("the last admin keeps the role, and the response says why", async () => {
    const { status, body } = await site
      .as(admin.cookie)
      .put("/api/users/admin/revoke", { email: admin.actor.email });
    expect([status, body.error?.fields]).toEqual([
      409,
      { email: "This is the only admin. Make someone else an admin first." },
    ]);
    const suspended = await insertPerson(archive, undefined, {
      role: "admin",
      suspendedAt: 1,
    });
    await expect(
      archive.services.people.revokeAdmin(admin.actor, { email: admin.actor.email }),
    ).rejects.toMatchObject({ code: "conflict" });
    // A suspended admin does not count as an admin, so they can lose the role.
    expect((await archive.services.people.revokeAdmin(admin.actor, { email: suspended })).modified).toBe(
      true,
    );
  });

  test("a suspension ends every session at once, and a reinstated person can log in again", async () => {
    const person = await archive.signUp(`Person${unique()}`);
    const { email } = person.actor;
    const second = (await signIn(email)).headers.getSetCookie()[0]?.split(";")[0];
    const reader = site.as(admin.cookie);
    expect((await reader.put("/api/users/admin/suspend", { email })).body.modifiedCount).toBe(1);
    for (const cookie of [person.cookie, second])
      expect((await site.as(cookie).get(`/api/users/${email}`)).status).toBe(404);
    expect(await sessionsOf(person.actor.id)).toBe(0);
    const refused = await signIn(email);
    expect([refused.status, refused.body.error.code, refused.headers.getSetCookie()]).toEqual([
      401,
      "account_suspended",
      [],
    ]);
    expect((await signIn(email, "not the password")).body.error.code).toBe("wrong_credentials");
    expect(await sessionsOf(person.actor.id)).toBe(0);

    expect((await reader.put("/api/users/admin/reinstate", { email })).body.modifiedCount).toBe(1);
    expect((await signIn(email)).status).toBe(200);
    expect((await site.as(person.cookie).get(`/api/users/${email}`)).status).toBe(404);
    const by = admin.actor.email;
    expect(await trail()).toEqual(
      expect.arrayContaining([`${by} suspend ${email}`, `${by} reinstate ${email}`]),
    );
  });

  async function sessionsOf(userId: string): Promise<number> {
    return (await archive.db.read.selectFrom("session").select("id").where("userId", "=", userId).execute())
      .length;
  }

  test("admins can't suspend themselves", async () => {
    const { status, body } = await site
      .as(admin.cookie)
      .put("/api/users/admin/suspend", { email: admin.actor.email.toUpperCase() });
    expect([status, body.error.fields]).toEqual([
      409,
      { email: "You can't suspend yourself. Ask another admin to do it." },
    ]);
  });

  test("an admin finds people by a part of their email or name, and wildcards find nobody", async () => {
    const { people } = archive.services;
    const email = await insertPerson(archive, `finder_${unique()}`);
    await archive.db.write
      .updateTable("users")
      .set({ displayName: "রহিম 100% Ünal" })
      .where("email", "=", email)
      .execute();
    for (const search of ["FINDER_", "রহিম", "100%", "ünal", email])
      expect(
        (await people.list(admin.actor, { search })).people.map((one) => one.email),
        search,
      ).toEqual([email]);
    expect((await people.list(admin.actor, { search: "%%%" })).count).toBe(0);
    const all = await people.list(admin.actor, {});
    expect(all.count).toBeGreaterThan(1);
    expect((await people.list(admin.actor, { page: 1_000 })).people).toEqual([]);
  });

  test(`one of ${WAYS} identical grants changes the role, and the audit trail records one`, async () => {
    const email = await insertPerson(archive);
    const grant = () => archive.services.people.grantAdmin(admin.actor, { email });
    expect(modified(await Promise.allSettled(Array.from({ length: WAYS }, grant)))).toBe(1);
    expect((await trail()).filter((line) => line.endsWith(`grantAdmin ${email}`))).toHaveLength(1);
  });

  test(`some of ${WAYS} admins who revoke each other in a ring keep the role, and only admins can act`, async () => {
    const admins = await manyAdmins();
    const outcomes = await Promise.allSettled(
      admins.map((one, index) =>
        archive.services.people.revokeAdmin(one, { email: admins[(index + 1) % WAYS]?.email }),
      ),
    );
    expect(await activeAdmins()).toHaveLength(WAYS - modified(outcomes));
    expect((await activeAdmins()).length).toBeGreaterThan(0);
    expect(new Set(codes(outcomes))).toEqual(new Set(["forbidden"]));
    expect((await trail()).filter((line) => line.includes(" revokeAdmin person"))).toHaveLength(
      modified(outcomes),
    );
  });

  test(`one of ${WAYS} admins keeps the role after simultaneous revocations, suspensions and grants`, async () => {
    const admins = await manyAdmins();
    const { people } = archive.services;
    const outcomes = await Promise.allSettled(
      admins.flatMap((one, index) => [
        people.setRoleAsOperator(one.email, "student"),
        people.suspend(one, { email: admins[(index + 7) % WAYS]?.email }),
        people.grantAdmin(one, { email: admins[(index + 3) % WAYS]?.email }),
      ]),
    );
    expect((await activeAdmins()).length).toBeGreaterThan(0);
    const last = await Promise.allSettled(
      (await activeAdmins()).map(({ email }) => people.setRoleAsOperator(email, "student")),
    );
    expect(await activeAdmins()).toHaveLength(1);
    expect(codes(last)).toEqual(["conflict"]);
    expect(codes(outcomes).filter((code) => code !== "forbidden" && code !== "conflict")).toEqual([]);
  });

  test("common passwords and passwords with the email's name are refused at the field", async () => {
    const refused = async (password: string) =>
      (await site.as().post("/api/auth/sign-up/email", { name: "R", email: "rahima@example.edu", password }))
        .body.error?.fields;
    expect(await refused("iloveyou")).toEqual({
      password: "This password is too common. Choose another.",
    });
    expect(await refused("Rahima was here")).toEqual({
      password: en.problems["passwordHoldsEmail"]?.("", ""),
    });
  });
});
