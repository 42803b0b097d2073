import { createHash } from "node:crypto";
import { MAX_PILE_ROWS } from "../../../shared/files/pile-limits.ts";
import { formLoader } from "../../page/loaders.ts";

/** The data of a pile. Its page requests them while papers are read or sent; unchanged data are not sent again. */
export const loader = formLoader(async ({ services, actor, params, request }) => {
  const pile = await services.piles.get(actor, params["id"] ?? "", { size: MAX_PILE_ROWS });
  const body = JSON.stringify(pile);
  const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
  const headers = { etag, "cache-control": "no-store" };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, "content-type": "application/json" } });
});
