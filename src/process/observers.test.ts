import { Writable } from "node:stream";
import pino from "pino";
import { expect, it } from "vitest";
import { createSiteMetrics } from "../server/operations/index.ts";
import { currentRequestId, inRequest, type Mail, renderMail } from "../server/platform/index.ts";
import { observedTransport } from "./observers.ts";

const MAIL: Mail = {
  to: "rahim@example.edu",
  template: "digest",
  params: { topic: "contact", count: 3 },
};

/** A log like the server's, and its lines. */
function collectedLog() {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { lines, log: pino({ base: null, mixin: () => ({ requestId: currentRequestId() }) }, stream) };
}

it("a mail's line has the ids of the mail and of the request, and no address", async () => {
  const metrics = createSiteMetrics({ engine: "sqlite", version: "1" });
  const { lines, log } = collectedLog();
  const observed = observedTransport(metrics, log);
  const rendered = renderMail("mail-1", MAIL, "https://proshno.example.edu");
  await inRequest("request-1", () => observed(async () => {})(rendered));
  const refused = observed(() => Promise.reject(new Error(`550 ${MAIL.to} is unknown`)));
  await expect(inRequest("request-2", () => refused(rendered))).rejects.toThrow("550");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ msg: "mail sent", mail: "mail-1", requestId: "request-1" }),
    expect.objectContaining({ msg: "mail not sent", mail: "mail-1", requestId: "request-2" }),
  ]);
  expect(lines.join("")).not.toContain(MAIL.to);
  const mails = metrics.snapshot().find(({ name }) => name === "proshno_mails_total");
  expect(mails?.rows).toEqual([
    [["sent"], [1]],
    [["failed"], [1]],
  ]);
});
