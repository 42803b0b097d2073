import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
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
import { mailHandlers } from "../../platform/mail/mail.service.ts";
import { createOutbox } from "../../platform/mail/outbox.ts";
import { smtpTransport, type Transport } from "../../platform/mail/transport.ts";

const from = { name: "Proshno", address: "noreply@example.edu" };
const message = { name: "Rahim", email: "rahim@example.edu", sub: "Hello", mess: "A question" };

describe.each(engines)("contact on %s", (engine) => {
  let archive: TestArchive;
  let folder: string;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    folder = mkdtempSync(join(tmpdir(), "proshno-contact-"));
  });
  afterEach(async () => {
    await archive.close();
    rmSync(folder, { recursive: true });
  });

  const runner = (transport: Transport) =>
    createJobRunner({
      jobs: archive.services.jobs,
      handlers: mailHandlers(archive.services.delivery, transport, archive.origin),
      log: { failed: () => {}, error: () => {} },
    });
  const jobs = () => archive.db.write.selectFrom("job").selectAll().execute();

  test("a message goes to the inbox and to each admin by mail, with the sender as the reply address", async () => {
    const { actor } = await archive.signUp("Admin", "admin");
    await archive.signUp("Second", "admin");
    await archive.signUp("Student");
    const { contact } = archive.services;
    await contact.send(undefined, message, VISIT.client);
    expect(await contact.list(actor)).toMatchObject([message]);
    const outbox = createOutbox(folder);
    await runner(outbox.transport(from, "127.0.0.1")).drain();
    const mails = await Promise.all(
      (await outbox.list()).map(async (id) => parseEml((await outbox.read(id))!)),
    );
    expect(mails.map(({ headers }) => headers.get("to")).toSorted()).toEqual([
      "admin@example.edu",
      "second@example.edu",
    ]);
    for (const { headers, text } of mails) {
      expect(headers.get("reply-to")).toBe(message.email);
      expect(text).toContain(message.mess);
    }
    expect(await jobs()).toEqual([]);
  });

  test("a suspended admin gets no mail", async () => {
    await archive.signUp("Admin", "admin");
    const { actor: gone } = await archive.signUp("Gone", "admin");
    await archive.db.write.updateTable("users").set({ suspendedAt: 1 }).where("id", "=", gone.id).execute();
    await archive.services.contact.send(undefined, message, VISIT.client);
    expect((await jobs()).map(({ payload }) => JSON.parse(payload).to)).toEqual(["admin@example.edu"]);
  });

  test("a logged-in sender can enter their username instead of their email", async () => {
    const { actor: admin } = await archive.signUp("Admin", "admin");
    const { actor } = await archive.signUp("Rahim");
    await archive.services.contact.send(actor, { ...message, email: "  RAHIM " }, VISIT.client);
    expect(await archive.services.contact.list(admin)).toMatchObject([{ email: actor.email }]);
    expect(JSON.parse((await jobs())[0]?.payload ?? "{}")).toMatchObject({
      replyTo: actor.email,
      params: { email: actor.email },
    });
  });

  test("refuses a text that is neither an address nor the sender's own username", async () => {
    const { actor } = await archive.signUp("Rahim");
    const send = (by: typeof actor | undefined, email: string) =>
      archive.services.contact.send(by, { ...message, email }, VISIT.client);
    const refused = (param: string) => ({ fields: { email: { code: "replyAddress", param } } });
    await expect(send(undefined, "Rahim")).rejects.toMatchObject(refused(""));
    await expect(send(actor, "Karim")).rejects.toMatchObject(refused("Rahim"));
    expect(await jobs()).toEqual([]);
  });

  test("a message is stored only together with its mail", async () => {
    const { actor } = await archive.signUp("Admin", "admin");
    await archive.db.write.schema.alterTable("job").renameTo("away").execute();
    await expect(archive.services.contact.send(undefined, message, VISIT.client)).rejects.toThrow(/job/);
    await archive.db.write.schema.alterTable("away").renameTo("job").execute();
    expect(await archive.services.contact.list(actor)).toEqual([]);
    expect(await jobs()).toEqual([]);
  });

  test("a mail server that never answers delays no request, and the mail stays queued", async () => {
    await archive.signUp("Admin", "admin");
    const sockets: Socket[] = [];
    const stuck = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
    await once(stuck, "listening");
    const { port } = stuck.address() as { port: number };
    const one = runner(smtpTransport(`smtp://127.0.0.1:${port}`, from, "127.0.0.1"));
    one.start();
    const connected = once(stuck, "connection");
    await archive.services.contact.send(undefined, message, VISIT.client);
    await connected;
    // The job runner now waits for the mail server, but the site still accepts messages.
    const before = performance.now();
    for (let sent = 0; sent < 5; sent += 1)
      await archive.services.contact.send(undefined, message, VISIT.client);
    expect(performance.now() - before).toBeLessThan(2_000);
    await one.stop(0);
    expect((await jobs()).map(({ state }) => state)).toEqual(Array(6).fill("queued"));
    for (const socket of sockets) socket.destroy();
    stuck.close();
  });
});
