import { Hono } from "hono";
import { html } from "hono/html";
import { type Outbox, parseEml } from "../../server/platform/index.ts";
import { DomainError } from "../../shared/problems/errors.ts";
import { htmlDocument } from "../platform/document.ts";
import { DOCUMENT_POLICY } from "../platform/security.ts";

/**
 * The mails of the outbox as simple documents, newest first. Mails contain links that log people in, so this
 * app is mounted only in development.
 * @param origin the origin of the site; only links to it are clickable
 */
export function createDevOutbox(outbox: Outbox, origin: string) {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.res.headers.set("content-security-policy", DOCUMENT_POLICY);
    c.res.headers.set("cache-control", "no-store");
  });
  app.get("/", async (c) => {
    const ids = await outbox.list();
    const rows = await Promise.all(
      ids.map(async (id) => ({ id, headers: (await open(outbox, id)).headers })),
    );
    return c.html(
      page(
        "Outbox",
        rows.length === 0
          ? html`<p>No mails yet.</p>`
          : html`<ul>
              ${rows.map(
                ({ id, headers }) =>
                  html`<li>
                    <a href="/dev/outbox/${id}">${headers.get("subject") ?? ""}</a> to
                    ${headers.get("to") ?? ""}, ${headers.get("date") ?? ""}
                  </li>`,
              )}
            </ul>`,
      ),
    );
  });
  app.get("/:id", async (c) => {
    const { headers, text, html: source } = await open(outbox, c.req.param("id"));
    return c.html(
      page(
        headers.get("subject") ?? "",
        html`<p><a href="/dev/outbox">Outbox</a></p>
          <pre>${[...headers].map(([name, value]) => `${name}: ${value}\n`)}</pre>
          <pre>${linked(text, origin)}</pre>
          <details>
            <summary>HTML</summary>
            <pre>${source}</pre>
          </details>`,
      ),
    );
  });
  return app;
}

async function open(outbox: Outbox, id: string) {
  const source = await outbox.read(id);
  if (!source) throw new DomainError("not_found");
  return parseEml(source);
}

/** The escaped text, with the site's own addresses as links. */
function linked(text: string, origin: string) {
  return text
    .split(/(https?:\/\/\S+)/)
    .map((piece) =>
      URL.parse(piece)?.origin === origin ? html`<a href="${piece}">${piece}</a>` : html`${piece}`,
    );
}

function page(title: string, content: ReturnType<typeof html>) {
  return htmlDocument(
    `${title} · Outbox · Proshno`,
    html`<h1>${title}</h1>
      ${content}`,
  );
}
