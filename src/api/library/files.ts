import { type Context, Hono } from "hono";
import { DomainError, invalid } from "../../shared/problems/errors.ts";
import { PAGE_WIDTHS, pageImageName, SMALL_COVER, THUMBNAIL } from "../../shared/files/files.ts";
import type { Client } from "../../server/platform/index.ts";
import { parseRange } from "../platform/byte-range.ts";
import { isKnown } from "../platform/if-none-match.ts";
import type { ApiContext } from "./resource-operations.ts";

/**
 * A file is private and revalidated each time, so that the file of a cancelled item disappears at once. No
 * script in the file can run.
 */
const HEADERS = { "cache-control": "private, no-cache", "content-security-policy": "sandbox" };

export interface FilesOptions extends Pick<ApiContext, "services"> {
  clientOf: (c: Context) => Client;
}

/** Serves files and page images to readers who can open an item that shows them. */
export function createFiles({ services, clientOf }: FilesOptions) {
  const app = new Hono();
  app.get("/:key/pages/:page", async (c) => {
    const actor = await services.accounts.actor(c.req.raw.headers);
    const file = await services.files.get(actor, c.req.param("key"));
    const page = pageOf(c);
    // The server takes the words from the item, so that an address can't ask for other words.
    const { signal } = c.req.raw;
    const requester = { actor, client: clientOf(c), signal };
    const words =
      c.req.query("words") === undefined ? undefined : await services.files.wordsPicture(file, requester);
    const line = lineOf(c.req.query("line"));
    const width = widthOf(c.req.query("width"));
    const box = line === undefined ? undefined : await services.files.lineBox(file, page, line);
    const name = words?.name ?? (box ? `${page}-${box.join("-")}` : pageImageName(page, width));
    const etag = `"${file.sha256}-${name}"`;
    if (isKnown(c.req.header("if-none-match"), etag)) return c.body(null, 304, { ...HEADERS, etag });
    const drawing = () => {
      if (words) return services.files.words(file, words, requester);
      if (box) return services.files.cutting(file, page, box, requester);
      return services.files.page(file, page, width, requester);
    };
    const bytes = await drawing().catch((error: unknown) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    // The client disconnected.
    if (!bytes) return c.body(null, 503, HEADERS);
    return c.body(Uint8Array.from(bytes), 200, { ...HEADERS, etag, "content-type": "image/webp" });
  });
  app.on("GET", ["/:key", "/:key/:name"], async (c) => {
    const actor = await services.accounts.actor(c.req.raw.headers);
    const file = await services.files.get(actor, c.req.param("key"));
    const name = await services.files.nameOf(file);
    // A file has only one address, so that no link can show our papers under a false name. Old names of an
    // item redirect to the new one.
    const given = c.req.param("name");
    if (name !== undefined && given !== undefined && given !== name)
      return c.redirect(`/files/${file.key}/${encodeURIComponent(name)}`);
    const etag = `"${file.sha256}"`;
    const headers = { ...HEADERS, etag, "accept-ranges": "bytes" };
    if (isKnown(c.req.header("if-none-match"), etag)) return c.body(null, 304, headers);
    const conditional = c.req.header("if-range");
    const asked = conditional === undefined || conditional === etag ? c.req.header("range") : undefined;
    const range = c.req.method === "HEAD" ? undefined : parseRange(asked, file.size);
    if (range === "unsatisfiable")
      return c.body(null, 416, { ...headers, "content-range": `bytes */${file.size}` });
    const { start, end } = range ?? { start: 0, end: file.size - 1 };
    const whole = {
      ...headers,
      "content-type": file.type,
      "content-length": String(end - start + 1),
      // Page images are made by us and can open in the browser. An uploaded file is downloaded and never
      // opens on our origin.
      ...(name === undefined ? {} : { "content-disposition": saved(name) }),
    };
    // For a HEAD request the bytes are not opened, because nothing would read or close the stream.
    if (c.req.method === "HEAD") return c.body(null, 200, whole);
    const part = { "content-range": `bytes ${start}-${end}/${file.size}` };
    const body = await services.files.stream(file, { start, end });
    return range ? c.body(body, 206, { ...whole, ...part }) : c.body(body, 200, whole);
  });
  return app;
}

/**
 * The Content-Disposition header (RFC 6266), with the file name encoded as in RFC 8187. Our file names
 * contain only letters, digits, `-`, `_` and `.`.
 */
const saved = (name: string): string => `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;

function pageOf(c: Context): number {
  const page = c.req.param("page") ?? "";
  if (!/^[1-9]\d{0,4}$/.test(page)) throw new DomainError("not_found");
  return Number(page);
}

/** The number of a line of the page, whose picture is wanted. */
function lineOf(line: string | undefined): number | undefined {
  if (line === undefined) return undefined;
  if (!/^[1-9]\d{0,4}$/.test(line)) throw invalid("line", "whole");
  return Number(line);
}

/** Accepts only a few widths, so that a visitor can't make the server render every width. */
function widthOf(width: string | undefined): number {
  if (width === undefined) return PAGE_WIDTHS[0];
  const known = [THUMBNAIL, SMALL_COVER, ...PAGE_WIDTHS].find((one) => String(one) === width);
  if (known === undefined) throw new DomainError("not_found");
  return known;
}
