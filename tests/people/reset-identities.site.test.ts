import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../support/platform/archive.ts";
import { type MailedArchive, openMailedArchive } from "../support/platform/mailed.ts";
import { WIDE_RATES } from "../support/platform/rates.ts";
import { tokenIn } from "../support/platform/smtp.ts";

const DAY = 24 * 60 * 60 * 1000;
const NEW_PASSWORD = "another horse battery";
const oidc = { issuer: "https://idp.example.edu", clientId: "a", clientSecret: "b", name: "Campus login" };
const KEPT = "You can still log in with: Campus login.";
const ENDED = "You can no longer log in with: Campus login.";
let made = 0;

describe.each(engines)("a password reset of an account with a provider, on %s", (engine) => {
  let world: MailedArchive;
  let now = Date.now();
  let owner: { id: string; email: string };
  beforeAll(async () => {
    world = await openMailedArchive(engine, { clock: () => now, rates: WIDE_RATES, oidc });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    made += 1;
    owner = (await world.archive.signUp(`Owner${made}`)).actor;
    now += 365 * DAY;
  });

  const connect = (daysAgo: number, provider = "https://idp.example.edu/") =>
    world.archive.db.write
      .insertInto("identity")
      .values({ provider, subject: `s${made} ${daysAgo}`, userId: owner.id, createdAt: now - daysAgo * DAY })
      .execute();
  /** Changes the email in the database, as its mailed link does. */
  const changeEmail = async (daysAgo: number) => {
    owner = { ...owner, email: `new.${owner.email}` };
    await world.archive.db.write
      .updateTable("users")
      .set({ email: owner.email, emailVerifiedAt: now - daysAgo * DAY })
      .where("id", "=", owner.id)
      .execute();
  };
  const providers = async () => {
    const rows = world.archive.db.read.selectFrom("identity").select("provider");
    return (await rows.where("userId", "=", owner.id).execute()).map(({ provider }) => provider);
  };

  /** Requests the mail and resets the password. @returns the texts of the page and of the mail about the change */
  async function reset(fields: Record<string, string> = {}) {
    await world.form("/forgot-password", { email: owner.email });
    const token = tokenIn((await world.mails())[0]!, "/reset-password");
    const page = (await world.site.as().get(`/reset-password?token=${token}`)).text;
    const passwords = { password: NEW_PASSWORD, passwordAgain: NEW_PASSWORD };
    const done = await world.form(`/reset-password?token=${token}`, { token, ...passwords, ...fields });
    expect(done.status).toBe(303);
    return { page, mail: (await world.mails())[0]!.text };
  }

  test("the reset disconnects a login from 29 days ago, and the page and the mail name it", async () => {
    await connect(29);
    const { page, mail } = await reset();
    expect(page).toContain("Campus login, connected on");
    expect(page).toContain("A new password disconnects this login");
    expect(mail).toContain(ENDED);
    expect(mail).not.toContain(KEPT);
    expect(await providers()).toEqual([]);
  });

  test("the reset keeps a login from 31 days ago, and the page and the mail name it", async () => {
    await connect(31);
    const { page, mail } = await reset();
    expect(page).toContain("This login stays connected");
    expect(mail).toContain(KEPT);
    expect(mail).not.toContain(ENDED);
    expect(await providers()).toHaveLength(1);
  });

  test("the reset disconnects an older login if its owner ticks the box", async () => {
    await connect(31);
    const { page, mail } = await reset({ disconnect: "yes" });
    expect(page).toContain('name="disconnect"');
    expect(mail).toContain(ENDED);
    expect(await providers()).toEqual([]);
  });

  test("the page and the mail show the host of a provider that is no longer configured", async () => {
    await connect(31, "https://former.example.org/");
    const { page, mail } = await reset();
    expect(page).toContain("former.example.org, connected on");
    expect(mail).toContain("You can still log in with: former.example.org.");
  });

  test("the reset keeps the login that made the account, even if it is new", async () => {
    await world.archive.db.write
      .updateTable("users")
      .set({ createdAt: now - DAY })
      .where("id", "=", owner.id)
      .execute();
    await connect(1);
    const { mail } = await reset();
    expect(mail).toContain(KEPT);
    expect(await providers()).toHaveLength(1);
  });

  test("the reset disconnects the login that made the account if the account's address was changed since", async () => {
    await connect(365);
    await changeEmail(10);
    const { page, mail } = await reset();
    expect(page).toContain("A new password disconnects this login");
    expect(mail).toContain(ENDED);
    expect(await providers()).toEqual([]);
  });

  test("the reset keeps an old login if the account's address was changed 31 days ago", async () => {
    await connect(365);
    await changeEmail(31);
    const { mail } = await reset();
    expect(mail).toContain(KEPT);
    expect(await providers()).toHaveLength(1);
  });

  test("the page and the mail mention no provider if none is connected", async () => {
    const { page, mail } = await reset();
    expect(page).not.toContain("connected on");
    expect(mail).not.toMatch(/can (still|no longer) log in/);
  });

  test("the reset keeps the logins of other accounts", async () => {
    await connect(1);
    const other = owner;
    made += 1;
    owner = (await world.archive.signUp(`Owner${made}`)).actor;
    await reset();
    owner = other;
    expect(await providers()).toHaveLength(1);
  });

  test("the server logged no errors", () => {
    expect([world.site.faults, world.faults]).toEqual([[], []]);
  });
});
