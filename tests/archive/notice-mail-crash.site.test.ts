import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { engines, openTestArchive } from "../support/platform/archive.ts";
import { insertItem } from "../support/archive/factories.ts";
import { insertConfirmedPerson, insertNotice } from "../support/archive/notices.ts";
import { startSmtp } from "../support/platform/smtp.ts";
import { startServer, type TestServer } from "../support/process/server.ts";

describe.each(engines)("a server that is killed after the mail server took a mail on %s", (engine) => {
  test("sends the mail once more with the same Message-ID, and never again", async () => {
    const archive = await openTestArchive(engine);
    let victim: TestServer | undefined;
    const smtp = await startSmtp(() => victim?.process.kill("SIGKILL"));
    try {
      const { email, id: userId } = await insertConfirmedPerson(archive);
      await insertNotice(archive, { userId, itemId: await insertItem(archive, "note"), event: "returned" });
      await archive.services.noticeMails.plan();
      const jobs = () => archive.db.write.selectFrom("job").select(["state", "attempts"]).execute();
      expect(await jobs()).toHaveLength(1);
      const env = {
        ...archive.env,
        PROSHNO_SMTP_URL: smtp.url,
        PROSHNO_MAIL_FROM: "Proshno <us@example.edu>",
      };

      const first = smtp.next(email);
      victim = await startServer(env);
      const dead = once(victim.process, "exit");
      const mail = await first;
      await dead;
      victim = undefined;
      expect(await jobs()).toEqual([{ state: "running", attempts: 1 }]);

      // The lease of the dead server ends.
      await archive.db.write.updateTable("job").set({ leaseUntil: 0 }).execute();
      const second = smtp.next(email);
      const server = await startServer(env);
      const again = await second;
      await expect.poll(jobs).toEqual([]);
      await server.stop();
      expect(mail.headers.get("message-id")).toMatch(/^<.+@.+>$/);
      expect(again.headers.get("message-id")).toBe(mail.headers.get("message-id"));
      expect(smtp.look()).toHaveLength(2);
    } finally {
      await smtp.close();
      await archive.close();
    }
  });
});
