import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPageImageCache } from "../../src/server/files/storage/page-image-cache.ts";
import { RequestAborted } from "../../src/server/platform/semaphore.ts";
import { limitRates } from "../../src/server/platform/limits/rates.ts";
import { createServices } from "../../src/server/services.ts";
import { FILE_FIELD } from "../../src/shared/files/files.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { createPapers } from "../../src/server/files/rendering/papers.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { insertPaper } from "../support/files/paper-item.ts";
import { openSite } from "../support/api/site.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";

const PDF = tinyPdf([{ lines: ["One"] }, { lines: ["Two"] }]);

describe.each(engines)("the responses of the file routes on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let visitor: ReturnType<ReturnType<typeof openSite>["as"]>;
  let student: User;
  let cookie: string;
  let key: string;

  beforeEach(async () => {
    const rates = { ...limitRates, page: { address: { tries: 2, per: 3_600_000 } } };
    archive = await openTestArchive(engine, { rates });
    site = openSite(archive);
    visitor = site.as();
    ({ actor: student, cookie } = await archive.signUp("Student"));
    const fields = { subject: "Heaps & তত্ত্ব", year: "2019" };
    ({ key } = await insertPaper(archive, student, PDF, { fields }));
  });
  afterEach(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const head = (path: string, headers = {}) => visitor.send(path, { method: "HEAD", headers });
  const known = (path: string, etags: string) =>
    visitor.send(path, { headers: { "if-none-match": etags } }).then(({ status }) => status);

  test("a response to HEAD has the headers of GET, and the server doesn't open the file", async () => {
    let opened = 0;
    const fileStore = { ...archive.fileStore };
    fileStore.stream = (...args) => {
      opened += 1;
      return archive.fileStore.stream(...args);
    };
    const { env, origin, shared } = archive;
    const services = createServices({ ...shared, fileStore, secret: env.PROSHNO_SECRET, origin });
    const counting = openSite({ ...archive, services }).as();
    const answer = await counting.send(`/files/${key}`, { method: "HEAD", headers: { range: "bytes=0-1" } });
    expect([answer.status, answer.headers.get("content-length"), answer.text, opened]).toEqual([
      200,
      String(PDF.length),
      "",
      0,
    ]);
    const got = await counting.get(`/files/${key}`);
    expect([Object.fromEntries(got.headers), opened]).toEqual([
      { ...Object.fromEntries(answer.headers), "x-request-id": expect.any(String) },
      1,
    ]);
  });

  test("a file is named after its item, whatever name the address contains", async () => {
    const { headers } = await head(`/files/${key}`);
    const saved = headers.get("content-disposition") ?? "";
    const name = saved.replace("attachment; filename*=UTF-8''", "");
    expect(decodeURIComponent(name)).toMatch(/_Heaps-তত্ত্ব_Class-test-2019-Spring-Set-A-January\.pdf$/);
    expect((await head(`/files/${key}/${name}`)).headers.get("content-disposition")).toBe(saved);
    for (const other of ["invoice.bat", "invoice.pdf", "%E0%A4%A", "%2f%2fevil.example"]) {
      const { status, headers: led } = await head(`/files/${key}/${other}`);
      expect([status, led.get("location")]).toEqual([302, `/files/${key}/${name}`]);
    }
  });

  test("the server answers 304 to a client that has the file, but 404 for a page that doesn't exist", async () => {
    const etag = (await head(`/files/${key}`)).headers.get("etag") ?? "";
    for (const etags of [etag, `W/${etag}`, "*", `"a", W/${etag} ,"b"`])
      expect(await known(`/files/${key}`, etags), etags).toBe(304);
    for (const etags of ['"a"', "", etag.replaceAll('"', "")])
      expect(await known(`/files/${key}`, etags), etags).toBe(200);
    for (const page of ["0", "x", "1?width=7"])
      expect(await known(`/files/${key}/pages/${page}`, "*"), page).toBe(404);
    expect(await known(`/files/${key}/pages/1`, "*")).toBe(304);
  });

  test("the server answers 404 for a missing page without drawing it", async () => {
    const papers = createPapers();
    await papers.close();
    const { env, origin, shared } = archive;
    const services = createServices({ ...shared, papers, secret: env.PROSHNO_SECRET, origin });
    const nobodyDraws = openSite({ ...archive, services }).as();
    for (const page of ["3?width=1000", "2?width=480", "60000"])
      expect((await nobodyDraws.get(`/files/${key}/pages/${page}`)).status, page).toBe(404);
  });

  test("a page counts towards the limit of an address only if the server must draw it", async () => {
    const statusOf = async (page: number) =>
      (await visitor.get(`/files/${key}/pages/${page}?width=720`)).status;
    expect([await statusOf(1), await statusOf(2), await statusOf(1), await statusOf(2)]).toEqual(
      Array(4).fill(200),
    );
    const other = await insertPaper(archive, student, tinyPdf([{ lines: ["Another"] }]));
    const refused = await visitor.get(`/files/${other.key}/pages/1?width=720`);
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect(await statusOf(1)).toBe(200);
  });

  const HEADING = "Course Code: CSE 2103, Final Examination, Spring 2024, Time: 3 hours";
  async function insertRead() {
    const file = await insertPaper(archive, student, tinyPdf([{ lines: ["Sample University", HEADING] }]));
    const { sha256 } = await archive.services.files.get(student, file.key);
    await archive.services.recognition.readText(sha256, student.id);
    return `/files/${file.key}/pages/1`;
  }

  test("the picture of a line is small, private and revalidated, and a browser that has it gets 304", async () => {
    const page = await insertRead();
    const answer = await visitor.get(`${page}?line=2`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    expect(answer.headers.get("content-security-policy")).toBe("sandbox");
    const etag = answer.headers.get("etag") ?? "";
    expect(etag).not.toBe((await visitor.get(`${page}?line=1`)).headers.get("etag"));
    expect(await known(`${page}?line=2`, etag)).toBe(304);
  });

  test("a line that doesn't exist is 404, and a number that isn't one is 400", async () => {
    const page = await insertRead();
    for (const line of ["3", "400", "99999"])
      expect(await known(`${page}?line=${line}`, "*"), line).toBe(404);
    expect(await known(`${page.replace("/pages/1", "/pages/2")}?line=1`, "*")).toBe(404);
    for (const line of ["0", "-1", "1.5", "", "two", "100000", "1%00"])
      expect(await known(`${page}?line=${line}`, "*"), line).toBe(400);
  });

  test("a page whose lines have no known place has no pictures of lines", async () => {
    const page = await insertRead();
    await archive.db.write.updateTable("pageText").set({ lineBoxes: null }).execute();
    expect(await known(`${page}?line=2`, "*")).toBe(404);
  });

  test("only readers who may open a file get the pictures of its lines", async () => {
    const page = await insertRead();
    await archive.db.write.updateTable("resource").set({ status: "Pending" }).execute();
    const owner = site.as(cookie);
    const stranger = site.as((await archive.signUp("Stranger")).cookie);
    const admin = site.as((await archive.signUp("Admin", "admin")).cookie);
    for (const line of ["2", "0", "400"]) {
      expect((await visitor.get(`${page}?line=${line}`)).status, line).toBe(404);
      expect((await stranger.get(`${page}?line=${line}`)).status, line).toBe(404);
    }
    expect((await owner.get(`${page}?line=2`)).status).toBe(200);
    expect((await admin.get(`${page}?line=2`)).status).toBe(200);
  });

  test("the picture of a line counts towards the limit of an address only if the server must draw it", async () => {
    const page = await insertRead();
    const statusOf = async (line: number) => (await visitor.get(`${page}?line=${line}`)).status;
    expect([await statusOf(1), await statusOf(2), await statusOf(1)]).toEqual([200, 200, 200]);
    const other = await visitor.get(`/files/${key}/pages/2?width=720`);
    expect(other.status).toBe(429);
  });

  test("the server tries to draw a broken page once in ten minutes, for all readers together", async () => {
    const { env, origin, shared } = archive;
    let [draws, now] = [0, Date.now()];
    const page: typeof shared.papers.page = async () => {
      draws += 1;
      return { refusal: "file_too_heavy" };
    };
    const papers = { ...shared.papers, page };
    const options = { secret: env.PROSHNO_SECRET, origin, clock: () => now };
    const services = createServices({ ...shared, papers, ...options });
    const file = await services.files.get(undefined, key);
    const refused = { fields: { [FILE_FIELD]: { code: "file_too_heavy" } } };
    for (let reader = 0; reader < 3; reader += 1)
      await expect(services.files.page(file, 2, 1_000)).rejects.toMatchObject(refused);
    expect(draws).toBe(1);
    now += 600_000;
    await expect(services.files.page(file, 2, 1_000)).rejects.toMatchObject(refused);
    expect(draws).toBe(2);
  });

  test("the server draws a page again ten seconds after its first timeout, and ten minutes after its second", async () => {
    const { env, origin, shared } = archive;
    let [draws, now, isBusy] = [0, Date.now(), true];
    const page: typeof shared.papers.page = async (...asked) => {
      draws += 1;
      return isBusy ? { refusal: "file_too_heavy", isEnded: true } : shared.papers.page(...asked);
    };
    const papers = { ...shared.papers, page };
    const options = { secret: env.PROSHNO_SECRET, origin, clock: () => now };
    const services = createServices({ ...shared, papers, ...options });
    const file = await services.files.get(undefined, key);
    const refused = { fields: { [FILE_FIELD]: { code: "file_too_heavy" } } };
    const failTwice = async (width: number) => {
      for (let reader = 0; reader < 2; reader += 1)
        await expect(services.files.page(file, 2, width)).rejects.toMatchObject(refused);
    };
    for (const width of [720, 1_000]) await failTwice(width);
    expect(draws).toBe(2);
    now += 10_000;
    await failTwice(720);
    expect(draws).toBe(3);
    isBusy = false;
    expect((await services.files.page(file, 2, 1_000)).length).toBeGreaterThan(100);
    now += 599_999;
    await failTwice(720);
    now += 1;
    expect((await services.files.page(file, 2, 720)).length).toBeGreaterThan(100);
    expect(draws).toBe(5);
  });

  test("the server draws a page for the second reader if the first one closes the connection", async () => {
    const cache = createPageImageCache(`${archive.env.PROSHNO_DATA}/other-pages`);
    const { env, origin, shared } = archive;
    const opened = Promise.withResolvers<void>();
    let drawing = 0;
    const page: typeof shared.papers.page = (...asked) => {
      drawing += 1;
      return opened.promise.then(() => shared.papers.page(...asked));
    };
    const papers = { ...shared.papers, page };
    const secret = env.PROSHNO_SECRET;
    const services = createServices({ ...shared, papers, pageImageCache: cache, secret, origin });
    const file = await services.files.get(undefined, key);
    const leaving = new AbortController();
    const requesterAt = (address: string) => ({ actor: undefined, client: { address, userAgent: "A test" } });
    const counted = async () =>
      (await archive.db.read.selectFrom("rateLimit").select("key").execute()).length;
    // Three pages in progress, so that the next one must wait.
    const busy = [720, 1_000, 1_600].map((width, index) =>
      services.files.page(file, 2, width, requesterAt(`203.0.113.${index}`)),
    );
    await expect.poll(() => drawing).toBe(3);
    const before = await counted();
    const gone = services.files.page(file, 1, 600, { ...requesterAt("127.0.0.1"), signal: leaving.signal });
    // The first reader's request is counted just before it waits; the second reader waits for its page.
    await expect.poll(counted).toBe(before + 1);
    const beside = services.files.page(file, 1, 600);
    leaving.abort();
    await expect(gone).rejects.toBeInstanceOf(RequestAborted);
    opened.resolve();
    expect((await beside).length).toBeGreaterThan(100);
    await Promise.all(busy);
  });
});
