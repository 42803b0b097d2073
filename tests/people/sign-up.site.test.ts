import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, openTestArchive, TEST_PASSWORD, VISIT } from "../support/platform/archive.ts";
import { cookieOf, type MailedArchive, openMailedArchive } from "../support/platform/mailed.ts";
import { WIDE_RATES } from "../support/platform/rates.ts";
import { openSite } from "../support/api/site.ts";
import { linkIn, tokenIn } from "../support/platform/smtp.ts";
import { en } from "../../src/shared/messages/en.ts";
import { mailSubject } from "../support/platform/mail-subjects.ts";

const DAY = 24 * 60 * 60 * 1000;
const WAYS = 40;
const account = (name: string, password = TEST_PASSWORD) => ({
  name,
  email: `${name.toLowerCase()}@example.edu`,
  password,
});
const registered = (name: string) => ({ ...account(name), passwordAgain: TEST_PASSWORD });

describe.each(engines)("signing up with verified emails, on %s", (engine) => {
  let world: MailedArchive;
  let now = Date.now();
  beforeAll(async () => {
    world = await openMailedArchive(engine, { clock: () => now, rates: WIDE_RATES });
  });
  afterAll(() => world.close());

  const people = async () =>
    (await world.archive.db.read.selectFrom("users").select("email").execute()).map(({ email }) => email);
  const signIn = (name: string, password = TEST_PASSWORD) =>
    world.site.as().post("/api/auth/sign-in/email", { email: account(name).email, password });
  const confirm = (token: string, password = TEST_PASSWORD) =>
    world.services.signUp.confirmSignUp(token, VISIT, password);
  async function asked(name: string, password = TEST_PASSWORD) {
    await world.services.signUp.signUp(account(name, password), VISIT, "/forum");
    return (await world.mails())[0]!;
  }

  test("the form says 'Check your mail', and the link creates the account, logs in and opens the remembered page", async () => {
    const sent = await world.form("/register?from=%2Fdashboard%2Fadd-books", registered("Rahim"));
    expect([sent.status, sent.headers.get("location")]).toEqual([303, "/check-mail?for=signUp"]);
    expect(sent.headers.getSetCookie().join()).not.toContain("proshno=");
    expect((await world.site.as().get("/check-mail?for=signUp")).text).toContain(en.checkMail.title);
    expect(await people()).not.toContain("rahim@example.edu");
    expect((await signIn("Rahim")).status).toBe(401);

    const [mail, ...more] = await world.mails();
    expect([mail?.to, mail?.headers.get("subject"), more]).toEqual([
      ["rahim@example.edu"],
      mailSubject("verifyEmail"),
      [],
    ]);
    const link = linkIn(mail!, "/verify-email");
    const page = await world.site.as().get(link);
    expect(page.text).toContain("rahim@example.edu");
    // Mail scanners open links, so opening a link creates nothing.
    expect(await people()).not.toContain("rahim@example.edu");

    expect(page.text).toContain("Password");
    const own = await world.site.as(cookieOf(sent)).get(link);
    expect(own.text).not.toContain("Password");
    const token = tokenIn(mail!, "/verify-email");
    const opened = await world.form("/verify-email", { token }, cookieOf(sent));
    expect([opened.status, opened.headers.get("location")]).toEqual([303, "/dashboard/add-books"]);
    const record = await world.site.as(cookieOf(opened)).get("/api/users/rahim@example.edu");
    expect([record.status, record.body.displayName]).toEqual([200, "Rahim"]);
    expect((await signIn("Rahim")).status).toBe(200);
  });

  test("an email that has an account gets the same response, and only its owner gets a mail about it", async () => {
    await confirm(tokenIn(await asked("Known"), "/verify-email"));
    const [known, unknown] = [
      await world.form("/register", registered("Known")),
      await world.form("/register", registered("Unknown")),
    ];
    const facts = ({ status, text, headers }: typeof known) => [
      status,
      text,
      headers.get("location"),
      headers.getSetCookie().map((line) => line.replace(/=[\w-]{43};/, "=…;")),
    ];
    expect(facts(known)).toEqual(facts(unknown));
    const call = (name: string) => world.site.as().post("/api/auth/sign-up/email", account(name));
    const [one, other] = [await call("Known"), await call("Unknown2")];
    expect([one.status, one.body]).toEqual([202, { user: null }]);
    expect([other.status, other.body]).toEqual([one.status, one.body]);
    const mails = await world.mails();
    expect(mails.map(({ to, headers }) => [to[0], headers.get("subject")]).toSorted()).toEqual([
      ["known@example.edu", mailSubject("accountExists")],
      ["known@example.edu", mailSubject("accountExists")],
      ["unknown2@example.edu", mailSubject("verifyEmail")],
      ["unknown@example.edu", mailSubject("verifyEmail")],
    ]);
    expect(mails.every(({ text }) => !text.includes(TEST_PASSWORD))).toBe(true);
  });

  test("a link works once and for one day", async () => {
    const token = tokenIn(await asked("Once"), "/verify-email");
    expect((await confirm(token)).from).toBe("/forum");
    await expect(confirm(token)).rejects.toMatchObject({
      code: "link_expired",
    });
    const again = await world.form("/verify-email", { token });
    expect([again.status, again.text.includes(en.verifyEmail.expired)]).toEqual([400, true]);

    const late = tokenIn(await asked("Late"), "/verify-email");
    now += DAY;
    expect((await world.site.as().get(`/verify-email?token=${late}`)).text).toContain(en.verifyEmail.expired);
    await expect(confirm(late)).rejects.toMatchObject({
      code: "link_expired",
    });
    expect(await people()).not.toContain("late@example.edu");
  });

  test("the link needs the password in a browser that did not sign up", async () => {
    const token = tokenIn(await asked("Elsewhere"), "/verify-email");
    for (const password of ["", "another password", "x".repeat(100_000)]) {
      const refused = await world.form(`/verify-email?token=${token}`, { token, password });
      expect([refused.status, refused.text.includes(en.verifyEmail.submit)]).toEqual([400, true]);
    }
    expect(await people()).not.toContain("elsewhere@example.edu");
    expect((await world.form("/verify-email", { token, password: TEST_PASSWORD })).status).toBe(303);
  });

  test("the owner of an email does not create an account that a thief prepared with a different password", async () => {
    const token = tokenIn(await asked("Owner", "the password of a thief"), "/verify-email");
    // The owner signed up for a different account in this browser earlier.
    const elsewhere = await world.form("/register", registered("Owner2"));
    await world.mails();
    const refused = await world.form("/verify-email", { token }, cookieOf(elsewhere));
    expect(refused.status).toBe(400);
    expect(await people()).not.toContain("owner@example.edu");
  });

  test("a thief who signed up first with an email can't log in to the account that its owner creates", async () => {
    const thief = tokenIn(await asked("Victim", "the password of a thief"), "/verify-email");
    const own = tokenIn(await asked("Victim"), "/verify-email");
    await confirm(own);
    expect((await signIn("Victim", "the password of a thief")).status).toBe(401);
    expect((await signIn("Victim")).status).toBe(200);
    await expect(confirm(thief)).rejects.toMatchObject({
      code: "link_expired",
    });
  });

  test("the remembered page is always on this site", async () => {
    await world.services.signUp.signUp(account("Far"), VISIT, "/..//evil.test");
    const token = tokenIn((await world.mails())[0]!, "/verify-email");
    expect((await confirm(token)).from).toBe("/");
  });

  test("no table contains a token, before or after its mail", async () => {
    await world.services.signUp.signUp(account("Hidden"), VISIT);
    const before = await world.archive.db.read.selectFrom("job").select("payload").execute();
    const token = tokenIn((await world.mails())[0]!, "/verify-email");
    const after = await world.archive.db.read.selectFrom("emailToken").selectAll().execute();
    expect(after.length).toBeGreaterThan(0);
    expect(JSON.stringify([before, after])).not.toContain(token);
    expect(JSON.stringify([before, after])).not.toContain(TEST_PASSWORD);
  });

  test(`of ${WAYS} links mailed to one address and opened at the same time, exactly one creates the account`, async () => {
    await Promise.all(
      Array.from({ length: WAYS }, () => world.services.signUp.signUp(account("Race"), VISIT)),
    );
    const mails = await world.mails();
    expect(mails).toHaveLength(WAYS);
    const outcomes = await Promise.allSettled(mails.map((mail) => confirm(tokenIn(mail, "/verify-email"))));
    const made = outcomes.filter(({ status }) => status === "fulfilled");
    console.log(`sign-up links on ${engine}: ${WAYS} used at once, ${made.length} created an account`);
    expect(made).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "link_expired" });
  });

  test("the server logged no errors", () => {
    expect([world.site.faults, world.faults]).toEqual([[], []]);
  });
});

describe.each(engines)("signing up without a mail server, on %s", (engine) => {
  test(`exactly one of ${WAYS} simultaneous sign-ups with one email creates the account`, async () => {
    const archive = await openTestArchive(engine);
    const site = openSite(archive);
    const answers = await Promise.all(
      Array.from({ length: WAYS }, () => site.as().post("/api/auth/sign-up/email", account("Race"))),
    );
    const statuses = answers.map(({ status }) => status);
    const made = statuses.filter((status) => status === 201).length;
    console.log(`sign-ups on ${engine}: ${WAYS} at once, ${made} created an account`);
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: WAYS - 1 }, () => 400)]);
    expect(await archive.db.read.selectFrom("users").select("email").execute()).toHaveLength(1);
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  test("the account is ready at once, and its email is not marked as verified", async () => {
    const archive = await openTestArchive(engine);
    const outcome = await archive.services.signUp.signUp(account("Rahim"), VISIT);
    expect(outcome).toMatchObject({ checkMail: false, half: false, person: { emailVerifiedAt: null } });
    await archive.close();
  });
});
