import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StoredRole } from "../../src/server/platform/index.ts";
import { insertPerson, unique } from "../support/archive/factories.ts";
import { engines, openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

describe.each(engines)("roles on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const roleOf = async (email: string) =>
    (await archive.db.read.selectFrom("users").select("role").where("email", "=", email).executeTakeFirst())
      ?.role;

  test.each(["owner", "admin", "student", "", null])(
    "no call accepts a role as an extra field: %j",
    async (role) => {
      const { cookie, actor } = await archive.signUp(`Admin${unique()}`, "admin");
      const email = await insertPerson(archive);
      for (const path of ["admin", "admin/revoke", "admin/suspend", "admin/reinstate"]) {
        const answer = await site.as(cookie).put(`/api/users/${path}`, { email, role });
        expect([answer.status, Object.keys(answer.body.error?.fields ?? {})]).toEqual([400, ["role"]]);
      }
      const person = { email: actor.email, displayName: "Rahim", role };
      expect((await site.as(cookie).put("/api/users", person)).status).toBe(400);
      const newcomer = `newcomer${unique()}@example.edu`;
      const account = { name: "Newcomer", email: newcomer, password: TEST_PASSWORD, role };
      expect((await site.as().post("/api/auth/sign-up/email", account)).status).toBe(400);
      expect([await roleOf(email), await roleOf(newcomer)]).toEqual(["student", undefined]);
    },
  );

  test.each(["owner", "Admin", "admin,student", ""])(
    "the database refuses an unknown role: %j",
    async (role) => {
      const email = await insertPerson(archive);
      const set = archive.services.people.setRoleAsOperator(email, role as StoredRole);
      await expect(set).rejects.toThrow(/users_role/);
      expect(await roleOf(email)).toBe("student");
    },
  );

  test("a person who becomes an admin must log in again", async () => {
    const admin = await archive.signUp(`Admin${unique()}`, "admin");
    const { actor, cookie } = await archive.signUp(`Person${unique()}`);
    const own = `/api/users/${actor.email}`;
    expect((await site.as(cookie).get(own)).status).toBe(200);
    await archive.services.people.grantAdmin(admin.actor, { email: actor.email });
    expect((await site.as(cookie).get(own)).status).toBe(404);
    const credentials = { email: actor.email, password: TEST_PASSWORD };
    const again = await site.as().post("/api/auth/sign-in/email", credentials);
    expect(again.body.user.role).toBe("admin");
  });
});
