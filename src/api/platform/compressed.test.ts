import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { compressed } from "./compressed.ts";

const LONG = "প্রশ্ন ".repeat(1_000);
const app = new Hono();
app.use(compressed);
app.get("/long", (c) => {
  c.header("set-cookie", "a=1", { append: true });
  c.header("set-cookie", "b=2", { append: true });
  return c.text(LONG, 201);
});
app.get("/short", (c) => c.text("short"));
app.get("/picture", (c) => c.body(LONG, 200, { "content-type": "image/webp" }));
app.get("/packed", (c) => c.body(LONG, 200, { "content-type": "text/css", "content-encoding": "br" }));
app.get("/varies", (c) => c.body(LONG, 200, { "content-type": "text/css", vary: "cookie, Accept-Encoding" }));

app.get("/tagged", (c) => c.text(LONG, 200, { etag: '"one"' }));
app.get("/empty/:status", (c) => {
  const status = Number(c.req.param("status"));
  return new Response(null, { status, headers: { "content-type": "text/html" } });
});

const ask = (path: string, accepted = "gzip, br", method = "GET") =>
  app.request(path, { method, headers: accepted ? { "accept-encoding": accepted } : {} });

test("a long text is sent in gzip with its status and headers", async () => {
  const response = await ask("/long");
  expect(response.status).toBe(201);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-encoding": "gzip",
    vary: "accept-encoding",
  });
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(gunzipSync(await response.arrayBuffer()).toString()).toBe(LONG);
});

test.each([
  ["/short", "gzip"],
  ["/picture", "gzip"],
  ["/long", ""],
  ["/long", "gzip;q=0"],
  ["/long", "br"],
  ["/long", "br, gzip;q=0"],
])("%s for a client that accepts %j is not compressed", async (path, accepted) => {
  const response = await ask(path, accepted);
  expect(response.headers.has("content-encoding")).toBe(false);
  expect(await response.text()).toBe(path === "/short" ? "short" : LONG);
});

test("a compressed body, a response to HEAD and a response without a body stay as they are", async () => {
  expect((await ask("/packed")).headers.get("content-encoding")).toBe("br");
  expect((await ask("/long", "gzip", "HEAD")).headers.has("content-encoding")).toBe(false);
  for (const status of [204, 304]) expect((await ask(`/empty/${status}`)).status).toBe(status);
});

test("vary names the coding once", async () => {
  expect((await ask("/varies")).headers.get("vary")).toBe("cookie, Accept-Encoding");
});

test("a strong tag becomes weak, because the bytes are others", async () => {
  expect((await ask("/tagged")).headers.get("etag")).toBe('W/"one"');
  expect((await ask("/tagged", "")).headers.get("etag")).toBe('"one"');
});
