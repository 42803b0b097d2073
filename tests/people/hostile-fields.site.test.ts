import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";
import { openSite } from "../support/api/site.ts";

const LONG = "x".repeat(58_000);
const EMAIL = "rahim@example.edu";
const profile = {
  email: EMAIL,
  displayName: "Rahim",
  photoURL: "https://example.edu/me.png",
  department: "CSE",
  roll: "1",
  university: "BUET",
};

describe.each(engines)("the fields of an account on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let me: ReturnType<typeof site.as>;
  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive);
    me = site.as((await archive.signUp("Rahim")).cookie);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const signUp = (fields: object) =>
    site.as().post("/api/auth/sign-up/email", {
      name: "New",
      email: "new@example.edu",
      password: TEST_PASSWORD,
      ...fields,
    });
  const fieldsOf = ({ status, body }: Awaited<ReturnType<typeof signUp>>) => [
    status,
    Object.keys(body.error?.fields ?? {}),
  ];
  const isThere = async (email: string) =>
    (await archive.db.read.selectFrom("users").select("id").where("email", "=", email).execute()).length;

  test("a name of 58 kB is refused in every call", async () => {
    expect(fieldsOf(await signUp({ name: LONG }))).toEqual([400, ["name"]]);
    expect(await isThere("new@example.edu")).toBe(0);
    expect(fieldsOf(await me.put("/api/users", { email: EMAIL, displayName: LONG }))).toEqual([
      400,
      ["displayName"],
    ]);
    expect(fieldsOf(await me.put("/api/updateUser", { ...profile, displayName: LONG }))).toEqual([
      400,
      ["displayName"],
    ]);
    expect((await me.get(`/api/users/${EMAIL}`)).body.displayName).toBe("Rahim");
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "http://example.edu/me.png",
  ])("a photo of %s is refused", async (photoURL) => {
    expect(fieldsOf(await me.put("/api/updateUser", { ...profile, photoURL }))).toEqual([400, ["photoURL"]]);
    expect((await me.get(`/api/users/${EMAIL}`)).body.photoURL).toBe("");
  });

  test("a password of seven characters is refused", async () => {
    expect(fieldsOf(await signUp({ password: "Qz7-kXw" }))).toEqual([400, ["password"]]);
    expect(await isThere("new@example.edu")).toBe(0);
  });
});
