import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountMailHandlers } from "../../src/server/people/accounts/account-mails.jobs.ts";
import type { Visit } from "../../src/server/platform/client.ts";
import { createJobRunner } from "../../src/server/platform/jobs/job-runner.ts";
import { engines, TEST_PASSWORD } from "../support/platform/archive.ts";
import { cookieOf, type MailedArchive, openMailedArchive } from "../support/platform/mailed.ts";
import { tokenIn } from "../support/platform/smtp.ts";
import { mailSubject } from "../support/platform/mail-subjects.ts";

const HOUR = 3_600_000;
const OWNER = "owner@example.edu";
const TYPED = "Click https://evil.example now";

describe.each(engines)("mails to an address that anyone can type, on %s", (engine) => {
  let world: MailedArchive;
  let now: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 0);
    world = await openMailedArchive(engine, { clock: () => now });
  });
  afterEach(() => world.close());

  const from = (address: string): Visit => ({
    client: { address, userAgent: "a test" },
    headers: new Headers(),
  });
  const CAMPUS = from("203.0.113.5");
  const register = (visit = CAMPUS, email = OWNER) =>
    world.services.signUp.signUp({ name: TYPED, email, password: TEST_PASSWORD }, visit);
  const forget = ({ client } = CAMPUS, email = OWNER) =>
    world.services.credentials.requestReset({ email }, client);
  const times = async (count: number, act: () => Promise<unknown>) => {
    for (let time = 0; time < count; time += 1) await act();
  };
  const subjects = async () => (await world.mails()).map(({ headers }) => headers.get("subject"));

  test("requests for an email without an account use no allowance, so its owner can sign up and reset the password", async () => {
    await times(20, () => forget());
    expect(await world.mails()).toEqual([]);
    await register();
    const token = tokenIn((await world.mails())[0]!, "/verify-email");
    await world.services.signUp.confirmSignUp(token, CAMPUS, TEST_PASSWORD);
    await forget();
    expect(await subjects()).toEqual([mailSubject("resetPassword")]);
  });

  test("a network address can request five mails an hour, and gets the same response to every request", async () => {
    await world.archive.signUp("Owner");
    const answers = [];
    for (const email of [OWNER, "nobody@example.edu"])
      for (let time = 0; time < 10; time += 1) {
        const { status, headers, text } = await world.form("/forgot-password", { email });
        answers.push(JSON.stringify([status, headers.get("location"), text]));
      }
    expect(new Set(answers).size).toBe(1);
    expect(await subjects()).toEqual(Array(5).fill(mailSubject("resetPassword")));
    now += HOUR / 5;
    await times(3, () => forget(from("127.0.0.1")));
    expect(await subjects()).toHaveLength(1);
  });

  test("other network addresses can still request mails, and all addresses together twenty an hour", async () => {
    await world.archive.signUp("Owner");
    await times(10, () => forget());
    expect(await subjects()).toHaveLength(5);
    for (let index = 0; index < 10; index += 1) await times(3, () => forget(from(`198.51.100.${index}`)));
    expect(await subjects()).toHaveLength(15);
  });

  test("a known browser gets its mail even if strangers used up the mailbox's allowance", async () => {
    const { cookie } = await world.archive.signUp("Owner");
    for (let index = 0; index < 10; index += 1) await times(3, () => forget(from(`198.51.100.${index}`)));
    expect(await subjects()).toHaveLength(20);
    const device = /proshno-device=([^;]*)/.exec(cookie)?.[1];
    await forget({ ...CAMPUS, client: { ...CAMPUS.client, device } });
    expect(await subjects()).toEqual([mailSubject("resetPassword")]);
  });

  test("each purpose counts separately, so sign-ups do not use up the allowance of resets", async () => {
    await world.archive.signUp("Owner");
    await times(5, () => register());
    expect(await subjects()).toHaveLength(5);
    await forget();
    expect(await subjects()).toEqual([mailSubject("resetPassword")]);
  });

  test("a sign-up above the allowance is refused in the same way with and without an account", async () => {
    await world.archive.signUp("Owner");
    const refusals = [];
    for (const email of [OWNER, "nobody@example.edu"]) {
      await times(5, () => register(CAMPUS, email));
      await world.mails();
      refusals.push(await register(CAMPUS, email).catch(({ code, retryAfter }) => ({ code, retryAfter })));
    }
    const refusal = { code: "too_many_requests", retryAfter: 720 };
    expect(refusals).toEqual([refusal, refusal]);
  });

  test("a mail that the mail server refuses uses no allowance", async () => {
    await world.archive.signUp("Owner");
    const { jobs, accountMails, delivery } = world.services;
    const broken = async () => Promise.reject(new Error("The mail server is down"));
    const log = { failed: () => {}, error: () => {} };
    const handlers = accountMailHandlers(accountMails, delivery, broken, world.archive.origin);
    await times(5, () => forget());
    await createJobRunner({ jobs, handlers, log }).drain();
    expect(await world.mails()).toEqual([]);
    await times(5, () => forget());
    expect(await subjects()).toHaveLength(5);
  });

  test("no mail repeats the typed name", async () => {
    await register();
    const [mail] = await world.mails();
    const sent = await world.form("/verify-email", {
      token: tokenIn(mail!, "/verify-email"),
      password: TEST_PASSWORD,
    });
    expect(cookieOf(sent)).toContain("proshno=");
    await forget();
    const mails = [mail!, ...(await world.mails())];
    expect(mails).toHaveLength(2);
    for (const { text, html } of mails) expect(text + html).not.toContain("evil.example");
  });
});

describe.each(engines)("mails to admins about messages from visitors, on %s", (engine) => {
  let world: MailedArchive;
  let now: number;
  beforeEach(async () => {
    now = Date.UTC(2026, 0);
    world = await openMailedArchive(engine, { clock: () => now });
    await world.archive.signUp("Admin", "admin");
  });
  afterEach(() => world.close());

  async function write(count: number, address: number): Promise<void> {
    const message = { name: "Rahim", email: "rahim@example.edu", sub: "Hello", mess: "A question" };
    for (let sent = 0; sent < count; sent += 1)
      await world.services.contact.send(undefined, message, {
        address: `198.51.100.${address}`,
        userAgent: "a test",
      });
  }
  const mails = async () =>
    (await world.mails()).map(({ headers, text }) => [headers.get("subject"), text.split("\r\n")[0]]);
  const one = ["Contact message: Hello", "Rahim (rahim@example.edu) wrote on the contact page:"];

  test("an admin gets ten mails at once, and then one digest an hour that counts the messages", async () => {
    await write(30, 1);
    expect(await mails()).toEqual(Array.from({ length: 10 }, () => one));
    await write(30, 2);
    expect(await mails()).toEqual([]);
    now += HOUR;
    expect(await mails()).toEqual([
      ["Many contact messages", "60 contact messages arrived in the last hour."],
    ]);
    await write(1, 3);
    expect(await mails()).toEqual([one]);
    now += 2 * HOUR;
    expect(await mails()).toEqual([]);
  });

  test("each admin's mailbox counts separately", async () => {
    await world.archive.signUp("Second", "admin");
    await write(15, 1);
    const to = (await world.mails()).map((mail) => mail.to[0]).toSorted();
    expect(to).toEqual([...Array(10).fill("admin@example.edu"), ...Array(10).fill("second@example.edu")]);
    now += HOUR;
    expect(await mails()).toHaveLength(2);
  });
});
