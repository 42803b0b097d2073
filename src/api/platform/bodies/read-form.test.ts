import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readForm } from "./read-form.ts";
import { createSpool, sweepSpool } from "./spool.ts";

let folder: string;
let spool: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "proshno-forms-"));
  spool = join(folder, "spool");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const spooled = () => readdirSync(spool);

interface Read {
  chunkSize?: number;
  folder?: string;
  type?: string;
  hasSpace?: () => Promise<boolean>;
}

/** Reads a form in chunks of equal size, which can end at any byte. */
async function read(
  body: BodyInit,
  { chunkSize = 1_000, folder: into = spool, type, hasSpace = async () => true }: Read = {},
) {
  const whole = new Response(body);
  const bytes = new Uint8Array(await whole.arrayBuffer());
  const headers = new Headers({ "content-type": type ?? whole.headers.get("content-type") ?? "" });
  const held = { text: 0, file: 0 };
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const result = await readForm({
    headers,
    chunks: chunks(),
    spool: createSpool(into, { hasSpace }),
    holdText: (count) => (held.text += count),
    holdFile: (count) => (held.file += count),
  });
  return { ...result, held };
}

const form = (entries: [string, string | File][]): FormData => {
  const made = new FormData();
  for (const [name, value] of entries) made.append(name, value);
  return made;
};
const file = (bytes: number, name = "scan.pdf") =>
  new File([Buffer.alloc(bytes, "y")], name, { type: "application/pdf" });

describe.each(["multipart", "urlencoded"])("a %s form", (kind) => {
  const bodyOf = (entries: [string, string][]): BodyInit =>
    kind === "multipart" ? form(entries) : new URLSearchParams(entries);

  test.each([1, 7, 64_000])("returns its fields from chunks of %i bytes", async (chunkSize) => {
    const entries: [string, string][] = [
      ["topic", "গাছ & trees = 100 %\r\n"],
      ["department", "CSE"],
      ["department", "ece"],
      ["__proto__", ""],
    ];
    const { form: made } = await read(bodyOf(entries), { chunkSize });
    expect([...made]).toEqual(entries);
  });

  test("accepts 100 fields and refuses more", async () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index): [string, string] => [String(index), ""]);
    expect([...(await read(bodyOf(entries(100)))).form]).toHaveLength(100);
    await expect(read(bodyOf(entries(101)))).rejects.toMatchObject({ code: "too_many_fields" });
  });

  test("refuses more than a megabyte of text", async () => {
    await expect(read(bodyOf([["blog", "x".repeat(1_000_001)]]))).rejects.toMatchObject({
      code: "too_large",
    });
  });
});

test("a file stays on disk until the form is discarded", async () => {
  const body = form([
    ["topic", "Trees"],
    ["file", file(3_000_000)],
  ]);
  const { form: made, discard, held } = await read(body, { chunkSize: 64_000 });
  const kept = made.get("file") as File;
  expect([kept.name, kept.type, kept.size]).toEqual(["scan.pdf", "application/pdf", 3_000_000]);
  expect(Buffer.from(await kept.arrayBuffer()).equals(Buffer.alloc(3_000_000, "y"))).toBe(true);
  expect(held.file).toBe(3_000_000);
  expect(held.text).toBeLessThan(1_000);
  expect(spooled()).toHaveLength(1);
  await discard();
  expect(spooled()).toEqual([]);
});

test("an empty file control is read as an empty file, as browsers send it", async () => {
  const { form: made } = await read(form([["file", new File([], "")]]));
  const empty = made.get("file") as File;
  expect([empty.name, empty.size]).toEqual(["", 0]);
});

test("a file's name keeps its quotes and its Bangla letters", async () => {
  const { form: made } = await read(form([["file", file(3, 'a "প্রশ্ন".pdf')]]));
  expect((made.get("file") as File).name).toBe('a "প্রশ্ন".pdf');
});

test.each([
  ["another type", "{}", "application/json"],
  ["no boundary", "--b\r\n", "multipart/form-data"],
  [
    "an end in the middle of a part",
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx',
    "multipart/form-data; boundary=b",
  ],
])("a form with %s is refused", async (_name, body, type) => {
  await expect(read(body, { type })).rejects.toMatchObject({ code: "malformed_form" });
});

test.each([
  ["before its file is open", 3],
  ["in the middle of its file", 200_000],
])("a form that ends %s leaves nothing on disk", async (_when, bytes) => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  const cut = read(head + "y".repeat(bytes), { type: "multipart/form-data; boundary=b" });
  await expect(cut).rejects.toMatchObject({ code: "malformed_form" });
  expect(existsSync(spool) ? spooled() : []).toEqual([]);
});

test("a form with too many files leaves nothing on disk", async () => {
  const files = Array.from({ length: 11 }, (): [string, File] => ["file", file(100_000)]);
  await expect(read(form(files))).rejects.toMatchObject({ code: "too_many_fields" });
  expect(spooled()).toEqual([]);
});

test("endless part headers count as text, and are refused like text", async () => {
  const part = `--b\r\ncontent-disposition: form-data; name="a"\r\nx: ${"y".repeat(1_100_000)}`;
  await expect(read(part, { type: "multipart/form-data; boundary=b" })).rejects.toMatchObject({
    code: expect.stringMatching(/^(too_large|malformed_form)$/),
  });
});

test("a file is not written below the reserve of the disk, and the form keeps its fields", async () => {
  let looks = 0;
  const hasSpace = async () => (looks += 1) < 2;
  const entries: [string, string | File][] = [
    ["topic", "Sorting"],
    ["file", file(20_000_000)],
  ];
  const { form: read20, held } = await read(form(entries), { chunkSize: 1_000_000, hasSpace });
  expect(read20.get("topic")).toBe("Sorting");
  await expect((read20.get("file") as File).arrayBuffer()).rejects.toMatchObject({ status: 507 });
  expect(held.file).toBeLessThan(10_000_000);
  expect(spooled()).toEqual([]);
});

test("a read of a file reports the disk's error, and the form keeps its fields", async () => {
  const occupied = join(folder, "occupied");
  writeFileSync(occupied, "");
  const body = form([
    ["file", file(500_000)],
    ["topic", "Sorting"],
  ]);
  const { form: made } = await read(body, { folder: occupied });
  expect(made.get("topic")).toBe("Sorting");
  await expect((made.get("file") as File).arrayBuffer()).rejects.toMatchObject({ code: "EEXIST" });
});

test("the sweep removes old files that a killed process left, and keeps newer ones", async () => {
  await read(form([["file", file(10)]]));
  await sweepSpool(spool, Date.now() - 60_000);
  expect(spooled()).toHaveLength(1);
  await sweepSpool(spool, Date.now() + 60_000);
  expect(spooled()).toEqual([]);
});
