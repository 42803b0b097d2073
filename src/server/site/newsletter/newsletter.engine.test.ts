import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { createJobRunner } from "../../platform/jobs/job-runner.ts";
import { parseEml } from "../../platform/mail/eml.ts";
import { renderMail } from "../../platform/mail/render-mail.ts";
import { mailHandlers } from "../../platform/mail/mail.service.ts";
import { createOutbox } from "../../platform/mail/outbox.ts";
import { composed, type Transport } from "../../platform/mail/transport.ts";
import { newsletterHandlers } from "./newsletter.jobs.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 21);
const email = "rahim@example.edu";
const from = { name: "Proshno", address: "noreply@example.edu" };

describe.each(engines)("newsletter on %s", (engine) => {
  let archive: TestArchive;
  let folder: string;
  let now: number;
  const open = (verifiesEmail: boolean) => openTestArchive(engine, { clock: () => now, verifiesEmail });
  const rows = () => archive.db.write.selectFrom("subscription").selectAll().execute();
  const jobs = () => archive.db.write.selectFrom("job").selectAll().execute();

  beforeEach(() => {
    now = START;
    folder = mkdtempSync(join(tmpdir(), "proshno-newsletter-"));
  });
  afterEach(async () => {
    await archive.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs the queued jobs. @returns the mails that they sent */
  async function mails(transport?: Transport) {
    const outbox = createOutbox(folder);
    const before = await outbox.list();
    const taken = transport ?? outbox.transport(from, "127.0.0.1");
    const { newsletter } = archive.services;
    const handlers = {
      ...mailHandlers(archive.services.delivery, taken, archive.origin),
      ...newsletterHandlers(newsletter, taken, archive.origin),
    };
    const log = { failed: () => {}, error: () => {} };
    await createJobRunner({ jobs: archive.services.jobs, handlers, log }).drain();
    const sent = (await outbox.list()).filter((id) => !before.includes(id));
    return Promise.all(sent.map(async (id) => parseEml((await outbox.read(id)) as Buffer)));
  }
  const tokenIn = (text: string): string => /token=([\w-]{43})/.exec(text)?.[1] as string;
  const linkTo = async (address: string): Promise<string> => {
    await archive.services.newsletter.subscribe({ email: address }, VISIT.client);
    const [mail] = await mails();
    return tokenIn(mail?.text as string);
  };

  describe("without a mail server", () => {
    beforeEach(async () => {
      archive = await open(false);
    });

    test("an address joins the list at once, and a second request changes nothing", async () => {
      const { newsletter } = archive.services;
      expect(await newsletter.subscribe({ email: " Rahim@Example.edu " }, VISIT.client)).toEqual({
        checkMail: false,
      });
      expect(await newsletter.subscribe({ email }, VISIT.client)).toEqual({ checkMail: false });
      expect(await rows()).toMatchObject([{ email, confirmedAt: START, confirmHash: null }]);
      expect(await jobs()).toEqual([]);
    });

    test.each(["", "rahim", "rahim@", "a@example.edu, b@example.edu", "a@example.edu\nbcc: b@example.edu"])(
      "refuses %j as an address",
      async (given) => {
        await expect(
          archive.services.newsletter.subscribe({ email: given }, VISIT.client),
        ).rejects.toMatchObject({
          code: "invalid_input",
        });
        expect(await rows()).toEqual([]);
      },
    );

    test("the unsubscribe link removes its address, and a second use changes nothing", async () => {
      const { newsletter } = archive.services;
      await newsletter.subscribe({ email }, VISIT.client);
      await newsletter.subscribe({ email: "karim@example.edu" }, VISIT.client);
      const { leaveToken } = (await rows()).find((row) => row.email === email)!;
      expect(await newsletter.previewUnsubscribe(leaveToken)).toBe(email);
      await newsletter.unsubscribe(leaveToken);
      await newsletter.unsubscribe(leaveToken);
      for (const gone of [leaveToken, "", "\0"]) {
        expect(await newsletter.previewUnsubscribe(gone)).toBeUndefined();
        await newsletter.unsubscribe(gone);
      }
      expect((await rows()).map((row) => row.email)).toEqual(["karim@example.edu"]);
    });
  });

  describe("with a mail server", () => {
    beforeEach(async () => {
      archive = await open(true);
    });

    test("an address joins the list only with the mailed link, and its welcome mail has an unsubscribe link", async () => {
      const { newsletter } = archive.services;
      expect(await newsletter.subscribe({ email }, VISIT.client)).toEqual({ checkMail: true });
      expect(await rows()).toEqual([]);
      const [asked] = await mails();
      expect(asked?.headers.get("to")).toBe(email);
      expect(asked?.headers.has("list-unsubscribe")).toBe(false);
      const token = tokenIn(asked?.text as string);
      expect(JSON.stringify(await rows())).not.toContain(token);
      expect(await newsletter.previewConfirm(token)).toBe(email);
      expect(await rows()).toMatchObject([{ confirmedAt: null }]);
      now += HOUR;
      await newsletter.confirm(token);
      expect(await rows()).toMatchObject([{ email, confirmedAt: now, confirmHash: null }]);
      const [welcome] = await mails();
      const link = `${archive.origin}/newsletter/unsubscribe?token=${(await rows())[0]?.leaveToken}`;
      expect(welcome?.headers.get("list-unsubscribe")).toBe(`<${link}>`);
      expect(welcome?.text).toContain(link);
    });

    test("a link works once, even for two simultaneous requests", async () => {
      const { newsletter } = archive.services;
      const token = await linkTo(email);
      const both = await Promise.allSettled([newsletter.confirm(token), newsletter.confirm(token)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect(await mails()).toHaveLength(1);
      await expect(newsletter.confirm(token)).rejects.toMatchObject({ code: "link_expired" });
      expect(await newsletter.previewConfirm(token)).toBeUndefined();
    });

    test("a request for an address on the list gets the same response, and no mail is sent", async () => {
      const { newsletter } = archive.services;
      await newsletter.confirm(await linkTo(email));
      await mails();
      now += 2 * HOUR;
      expect(await newsletter.subscribe({ email }, VISIT.client)).toEqual({ checkMail: true });
      expect(await mails()).toEqual([]);
      expect(await rows()).toMatchObject([{ email, confirmHash: null }]);
      expect((await rows())[0]?.confirmedAt).not.toBeNull();
    });

    test("a mailbox gets at most one link an hour, and a newer link replaces the older one", async () => {
      const { newsletter } = archive.services;
      const first = await linkTo(email);
      for (let again = 0; again < 20; again += 1) await newsletter.subscribe({ email }, VISIT.client);
      expect(await mails()).toEqual([]);
      now += HOUR;
      const second = await linkTo(email);
      await expect(newsletter.confirm(first)).rejects.toMatchObject({ code: "link_expired" });
      await newsletter.confirm(second);
    });

    test("a mail that the mail server refused is sent again", async () => {
      await archive.services.newsletter.subscribe({ email }, VISIT.client);
      const refused: Transport = async () => {
        throw new Error("no mail server");
      };
      expect(await mails(refused)).toEqual([]);
      now += HOUR / 2;
      const [mail] = await mails();
      await archive.services.newsletter.confirm(tokenIn(mail?.text as string));
    });

    test("a link expires after a week, and its address is deleted", async () => {
      const { newsletter } = archive.services;
      const token = await linkTo(email);
      now += 7 * 24 * HOUR;
      expect(await newsletter.previewConfirm(token)).toBeUndefined();
      await expect(newsletter.confirm(token)).rejects.toMatchObject({ code: "link_expired" });
      await linkTo("karim@example.edu");
      expect((await rows()).map((row) => row.email)).toEqual(["karim@example.edu"]);
    });

    test("a confirmation is stored only together with its welcome mail", async () => {
      const token = await linkTo(email);
      await archive.db.write.schema.alterTable("job").renameTo("away").execute();
      await expect(archive.services.newsletter.confirm(token)).rejects.toThrow(/job/);
      await archive.db.write.schema.alterTable("away").renameTo("job").execute();
      expect(await rows()).toMatchObject([{ confirmedAt: null }]);
      await archive.services.newsletter.confirm(token);
    });
  });
});

test("on an https site a mail program can unsubscribe with one click (RFC 8058)", async () => {
  const mail = { to: email, template: "newsletterWelcome" as const, params: { leaveToken: "x".repeat(43) } };
  const headersOn = async (origin: string) =>
    parseEml(await composed(renderMail("0".repeat(24), mail, origin), from, "example.edu")).headers;
  const secure = await headersOn("https://proshno.example.edu");
  expect(secure.get("list-unsubscribe")).toBe(
    `<https://proshno.example.edu/newsletter/unsubscribe?token=${"x".repeat(43)}>`,
  );
  expect(secure.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  expect((await headersOn("http://127.0.0.1:3000")).has("list-unsubscribe-post")).toBe(false);
});
