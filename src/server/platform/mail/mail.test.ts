import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startSmtp } from "../../../../tests/support/platform/smtp.ts";
import { parseEml } from "./eml.ts";
import { type Mail, renderMail } from "./render-mail.ts";
import { createOutbox } from "./outbox.ts";
import { composed, smtpTransport } from "./transport.ts";

const ID = "65536f10aaaaaaaaaaaaaaaa";
const origin = "https://proshno.example.edu";
const hostname = "proshno.example.edu";
const from = { name: "Proshno", address: "noreply@example.edu" };
const params = {
  name: "Rahim <script>",
  email: "rahim@example.edu",
  sub: "প্রশ্ন & answers",
  mess: "First line\n<img src=https://evil.test/x.png onerror=alert(1)>\n\nবাংলা",
};
const mail = (changes: object = {}): Mail => ({
  to: "admin@example.edu",
  replyTo: "rahim@example.edu",
  template: "contact",
  params,
  ...changes,
});
const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port;

const folders: string[] = [];
const temporary = () => {
  const folder = mkdtempSync(join(tmpdir(), "proshno-mail-"));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

describe("a rendered mail", () => {
  test("has the same words in text and in escaped HTML, and loads nothing", () => {
    const { subject, text, html } = renderMail(ID, mail(), origin);
    expect(subject).toBe("Contact message: প্রশ্ন & answers");
    expect(text).toContain("Rahim <script> (rahim@example.edu) wrote");
    expect(text).toContain(`${origin}/admin-dashboard/contact-messages`);
    expect(html).toContain("Rahim &lt;script&gt;");
    expect(html).toContain(
      "First line<br>&lt;img src=https://evil.test/x.png onerror=alert(1)&gt;<br><br>বাংলা",
    );
    expect(html).not.toMatch(/<(script|img|style|link|iframe)|(src|background)\s*="|url\(/i);
  });
});

const BREAKS = ["\r\n", "\n", "\r", "\r\n\r\n", "\n\n", "\u0000\r\n", "\u0085", "\u2028", "\u2029", "\u000b"];
const INJECTED = [
  "Bcc: victim@evil.test",
  "Cc: victim@evil.test",
  "X-Evil: 1",
  "Content-Type: text/html",
  "\tfolded",
];

describe("each of 100 header injections", () => {
  const payloads = BREAKS.flatMap((line) => INJECTED.map((header) => line + header));
  let tried = 0;
  afterEach(() => void (tried += 1));
  afterAll(() => console.log(`header injections: ${tried} tried, each a test of its own`));

  test.each(payloads)("in an address is refused at any position: %j", (payload) => {
    for (const address of [
      `admin@example.edu${payload}`,
      `admin${payload}@example.edu`,
      `${payload}admin@example.edu`,
    ]) {
      expect(() => renderMail(ID, mail({ to: address }), origin)).toThrow("invalid_input");
      expect(() => renderMail(ID, mail({ replyTo: address }), origin)).toThrow("invalid_input");
    }
  });

  test.each(payloads)("in a subject, name or text adds no header: %j", async (payload) => {
    const evil = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, value + payload]));
    const bytes = await composed(renderMail(ID, mail({ params: evil }), origin), from, hostname);
    const { headers } = parseEml(bytes);
    expect([...headers.keys()].toSorted()).toEqual(HEADERS);
    expect(headers.get("to")).toBe("admin@example.edu");
    expect(headers.get("content-type")).toMatch(/^multipart\/alternative;/);
  });
});

const HEADERS = [
  "auto-submitted",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "reply-to",
  "subject",
  "to",
];

test.each([
  "a@b",
  "two@example.edu,three@example.edu",
  "Name <a@example.edu>",
  " a@example.edu",
  "",
  "ä@example.edu",
])("a mail to %j is refused, because the recipient is not one plain address", (to) =>
  expect(() => renderMail(ID, mail({ to }), origin)).toThrow("invalid_input"),
);

describe("the SMTP transport", () => {
  let server: Awaited<ReturnType<typeof startSmtp>>;
  beforeAll(async () => {
    server = await startSmtp();
  });
  afterAll(() => server.close());

  test("sends text and HTML with the right headers", async () => {
    const send = smtpTransport(server.url, from, hostname);
    const rendered = renderMail(ID, mail(), origin);
    await send(rendered);
    const taken = server.look();
    expect(taken).toMatchObject([{ from: from.address, to: ["admin@example.edu"] }]);
    const { headers, text, html } = taken[0]!;
    expect([...headers.keys()].toSorted()).toEqual(HEADERS);
    expect(Object.fromEntries(headers)).toMatchObject({
      from: "Proshno <noreply@example.edu>",
      to: "admin@example.edu",
      "reply-to": "rahim@example.edu",
      subject: rendered.subject,
      "message-id": `<${ID}@${hostname}>`,
      "auto-submitted": "auto-generated",
    });
    expect(text.replaceAll("\r\n", "\n").trim()).toBe(rendered.text.trim());
    expect(html.replaceAll("\r\n", "\n").trim()).toBe(rendered.html.trim());
  });
});

describe("the SMTP transport with a stuck server", () => {
  let server: Server;
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  async function stuck(greet: (socket: Socket) => void): Promise<string> {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      greet(socket);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    return `smtp://127.0.0.1:${portOf(server)}`;
  }

  test.each([
    ["says nothing", () => {}],
    ["greets and then says nothing", (socket: Socket) => void socket.write("220 slow\r\n")],
  ])("closes the connection when the signal aborts, if the server %s", async (_name, greet) => {
    const url = await stuck(greet);
    const control = new AbortController();
    const connected = once(server, "connection");
    const sent = smtpTransport(url, from, hostname)(renderMail(ID, mail(), origin), control.signal);
    const failure = sent.catch((error: Error) => error.name);
    const [socket] = (await connected) as [Socket];
    // The connection may end with a reset, for which `once` would reject.
    const closed = new Promise((resolve) => socket.resume().on("close", resolve));
    control.abort();
    expect(await failure).toBe("AbortError");
    await closed;
  });
});

describe("the outbox", () => {
  test("stores one valid file for each mail, which only its owner can read", async () => {
    const folder = join(temporary(), "outbox");
    const outbox = createOutbox(folder);
    expect(await outbox.list()).toEqual([]);
    const rendered = renderMail(ID, mail(), origin);
    await outbox.transport(from, hostname)(rendered);
    await outbox.transport(from, hostname)(rendered);
    expect(readdirSync(folder)).toEqual([`${ID}.eml`]);
    expect(statSync(join(folder, `${ID}.eml`)).mode & 0o777).toBe(0o600);
    const source = readFileSync(join(folder, `${ID}.eml`));
    expect(source.toString("latin1")).not.toMatch(/[^\r]\n/);
    const { headers, text, html } = parseEml(source);
    expect(headers.get("subject")).toBe(rendered.subject);
    expect(text.replaceAll("\r\n", "\n").trim()).toBe(rendered.text.trim());
    expect(html.replaceAll("\r\n", "\n").trim()).toBe(rendered.html.trim());
    expect(await outbox.list()).toEqual([ID]);
    expect(await outbox.read(ID)).toEqual(source);
  });

  test.each(["../secret", "..%2Fsecret", "", "nothing", "0".repeat(24)])(
    "has no mail with the id %j",
    async (id) => expect(await createOutbox(temporary()).read(id)).toBeUndefined(),
  );
});
