import { html } from "hono/html";
import { z } from "zod";
import { withFullStop } from "../shared/messages/index.ts";
import { htmlDocument } from "./platform/document.ts";
import type { Operation } from "./operation.ts";

/**
 * The API reference as a simple document: every call with its input and its response. The document needs no
 * script, so it can have the strict content security policy.
 */
export function referencePage(operations: Operation[]) {
  const tags = [...new Set(operations.map((operation) => operation.tag))];
  return htmlDocument(
    "API reference · Proshno",
    html`<h1>Proshno API</h1>
      <p>
        Every call takes and returns JSON under <code>/api</code>. Logging in sets a session cookie. Send the
        cookie with calls that need a login. Errors are
        <code>{"error": {"code", "message", "fields"}}</code> with the matching HTTP status. The same
        reference is available as <a href="/api/openapi.json">OpenAPI 3.1</a>.
      </p>
      <nav aria-label="Sections">
        <ul>
          ${tags.map((tag) => html`<li><a href="#${slug(tag)}">${tag}</a></li>`)}
        </ul>
      </nav>
      ${tags.map((tag) =>
        section(
          tag,
          operations.filter((operation) => operation.tag === tag),
        ),
      )}`,
  );
}

const slug = (tag: string): string => tag.toLowerCase().replace(/\W+/g, "-");

const accessWords: Record<Operation["access"], string> = {
  anyone: "anyone",
  signedIn: "anyone who is logged in",
  self: "the person; admins can read",
  moderator: "admins, and moderators of the item's area",
  admin: "admins",
};

function section(tag: string, operations: Operation[]) {
  return html`<section id="${slug(tag)}" aria-labelledby="${slug(tag)}-title">
    <h2 id="${slug(tag)}-title">${tag}</h2>
    ${operations.map(
      (operation) =>
        html`<article>
          <h3>
            <span class="method">${operation.method.toUpperCase()}</span>
            ${operation.paths.map((path, index) => html`${index ? " or " : ""}<code>/api${path}</code>`)}
          </h3>
          <p>${withFullStop(operation.summary)} Access: ${accessWords[operation.access]}.</p>
          ${schemaDetails("Query parameters", operation.query, "input")}
          ${schemaDetails("Body", operation.body, "input")}
          ${schemaDetails(`Response ${operation.status ?? 200}`, operation.answer, "output")}
        </article>`,
    )}
  </section>`;
}

function schemaDetails(title: string, schema: z.ZodType | undefined, io: "input" | "output") {
  if (!schema) return "";
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return html`<details>
    <summary>${title}</summary>
    <pre tabindex="0"><code>${JSON.stringify(plain, null, 2)}</code></pre>
  </details>`;
}
