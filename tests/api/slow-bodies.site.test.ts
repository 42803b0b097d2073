import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { insertPerson } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { type Client, openSite } from "../support/api/site.ts";

/** A small body may take 10 ms; a larger one must send 100 bytes in each 10 ms. */
const PACE = { small: 256_000, smallTime: 10, window: 10, minBytes: 100, longest: 60_000, recheck: 0 };
const TUS = { "tus-resumable": "1.0.0" };

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let student: Client;
let visitor: Client;

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages(), PACE);
  student = site.as((await archive.signUp("Student")).cookie);
  visitor = site.as();
});
afterAll(() => archive.close());

/**
 * A body that begins and never ends.
 * @param reading called when the server waits for more
 */
function endless(beginning: string, reading: () => void = () => {}): RequestInit {
  let isGiven = false;
  const body = new ReadableStream(
    {
      pull(stream) {
        if (isGiven) {
          reading();
          return new Promise(() => {});
        }
        isGiven = true;
        stream.enqueue(Buffer.from(beginning));
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
  return { method: "POST", body, duplex: "half" } as RequestInit;
}

const JSON_TYPE = { "content-type": "application/json" };
const MULTIPART = { "content-type": "multipart/form-data; boundary=b" };
const PART = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';

test("the server answers 408 to a slow call, form or form with a file, and deletes the part that arrived", async () => {
  const call = await visitor.send("/api/auth/sign-in/email", {
    ...endless('{"email":"'),
    headers: JSON_TYPE,
  });
  expect([call.status, call.body.error.code]).toEqual([408, "request_timeout"]);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const page = await visitor.send("/contact", { ...endless("name=a&mess="), headers: form });
  expect(page.status).toBe(408);
  expect(page.text).toContain("arrived too slowly");
  const file = { ...endless(PART + "y".repeat(300_000)), headers: MULTIPART };
  expect((await student.send("/dashboard/add-notes", file)).status).toBe(408);
  expect(readdirSync(archive.spool)).toEqual([]);
  expect(site.faults).toEqual([]);
});

test("an upload keeps the bytes that arrived before the connection stalled, and continues after them", async () => {
  const begun = await student.send("/uploads", {
    method: "POST",
    headers: { ...TUS, "upload-length": "900" },
  });
  const address = begun.headers.get("location") ?? "";
  const headers = { ...TUS, "content-type": "application/offset+octet-stream", "upload-offset": "0" };
  const part = await student.send(address, { ...endless("x".repeat(300)), method: "PATCH", headers });
  expect([part.status, part.headers.get("upload-offset")]).toEqual([204, "300"]);
  const status = await student.send(address, { method: "HEAD", headers: TUS });
  expect(status.headers.get("upload-offset")).toBe("300");
});

test("the server checks the session and the headers before it reads a body", async () => {
  let isRead = false;
  const unread = (beginning: string) => endless(beginning, () => (isRead = true));
  const email = await insertPerson(archive);
  const refusals = [
    visitor.send("/api/postBlogs", { ...unread("{"), headers: JSON_TYPE }),
    student.send("/api/users/admin", { ...unread("{"), method: "PUT", headers: JSON_TYPE }),
    visitor.send("/api/users/admin", {
      ...unread(`{"email":"${email}"}`),
      method: "PUT",
      headers: JSON_TYPE,
    }),
    visitor.send("/contact", { ...unread("a"), headers: { origin: "https://evil.example" } }),
    visitor.send("/dashboard/add-notes", { ...unread("--b"), headers: MULTIPART }),
    visitor.send("/admin-dashboard/manage-questions", { ...unread("--b"), headers: MULTIPART }),
    student.send("/admin-dashboard/manage-questions", { ...unread("--b"), headers: MULTIPART }),
    visitor.send("/uploads", { ...unread("x"), headers: TUS }),
    visitor.send("/api/allBooks", { ...unread("x"), method: "DELETE" }),
  ];
  expect((await Promise.all(refusals)).map(({ status }) => status)).toEqual([
    401, 403, 401, 403, 302, 302, 403, 401, 405,
  ]);
  expect(isRead).toBe(false);
});

test("the server refuses a call if its session ends while the body arrives", async () => {
  const { cookie } = await archive.signUp("Leaving", "admin");
  const patient = openSite(archive, await builtPages(), { ...PACE, window: 60_000 });
  const admin = patient.as(cookie);
  const email = await insertPerson(archive);
  const reading = Promise.withResolvers<void>();
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream(
    {
      async pull(stream) {
        reading.resolve();
        await rest.promise;
        stream.enqueue(Buffer.from(JSON.stringify({ email })));
        stream.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "PUT", body, headers: JSON_TYPE, duplex: "half" } as RequestInit;
  const granting = admin.send("/api/users/admin", init);
  await reading.promise;
  expect((await admin.post("/api/auth/sign-out", {})).status).toBe(200);
  rest.resolve();
  expect((await granting).status).toBe(401);
  const { role } = await archive.db.read
    .selectFrom("users")
    .select("role")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  expect(role).toBe("student");
});
