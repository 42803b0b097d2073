import { MAX_PICTURE_BYTES } from "../../src/shared/files/file-limits.ts";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { payloadOf } from "../support/archive/factories.ts";
import {
  engines,
  openTestArchive,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../support/platform/archive.ts";
import { imageBombs } from "../support/files/bombs-image.ts";
import { phonePhoto } from "../support/files/phone-photo.ts";
import { photo, photoOfSize } from "../support/files/photo.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { type Client, openSite } from "../support/api/site.ts";

const PROFILE = {
  displayName: "Rahim",
  email: "student@example.edu",
  department: "EEE",
  roll: "1903042",
  university: "BUET",
  photoURL: "",
};
const EDIT = "/dashboard/edit-profile";
const ADD = "/dashboard/add-blogs";

describe.each(engines)("photos of people and covers of blogs on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let student: Client;
  let other: Client;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    student = site.as((await archive.signUp("Student")).cookie);
    other = site.as((await archive.signUp("Other")).cookie);
  });
  afterEach(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  function post(
    path: string,
    fields: object,
    control?: string,
    bytes: Uint8Array = Buffer.of(),
    name = "a.jpg",
  ) {
    const body = new FormData();
    for (const [field, value] of Object.entries(fields)) body.set(field, String(value));
    if (control) body.set(control, new File([Buffer.from(bytes)], name));
    return student.send(path, { method: "POST", body });
  }
  const save = (bytes?: Uint8Array, changes: object = {}, name?: string) =>
    post(EDIT, { ...PROFILE, ...changes }, bytes && "photo", bytes, name);
  const photoURL = async () => (await student.get("/api/users/student@example.edu")).body.photoURL as string;
  const pathOf = (address: string) => new URL(address).pathname;
  const files = () => archive.db.read.selectFrom("file").selectAll().execute();
  async function kept(): Promise<string[]> {
    const sha256s: string[] = [];
    for await (const { sha256 } of archive.fileStore.list()) sha256s.push(sha256);
    return sha256s;
  }
  async function bytesAt(path: string): Promise<Buffer> {
    const answer = await site.app.request(`${archive.origin}${path}`, {
      headers: { cookie: await cookieOf() },
    });
    return Buffer.from(await answer.arrayBuffer());
  }
  const cookieOf = async () => {
    const { setCookies } = await archive.services.accounts.signIn(
      { email: PROFILE.email, password: TEST_PASSWORD },
      VISIT,
    );
    return setCookies.map((line) => line.split(";")[0]).join("; ");
  };

  test("a call accepts an image of exactly 2 MB with a text of 100,000 escaped letters", async () => {
    const blog = async (size: number, letters = 100) => {
      const blogImg = `data:image/jpeg;base64,${(await photoOfSize(size)).toString("base64")}`;
      const body = JSON.stringify(payloadOf("blog", { blogImg, blog: "LONG" }));
      const text = "\\u0995".repeat(letters);
      const headers = { "content-type": "application/json" };
      return student.send("/api/postBlogs", { method: "POST", headers, body: body.replace("LONG", text) });
    };
    expect((await blog(2_000_000, 100_000)).status).toBe(201);
    for (const [size, status] of [
      [2_000_001, 400],
      [2_100_000, 400],
      [3_000_000, 413],
    ] as const) {
      const answer = await blog(size);
      expect(answer.status).toBe(status);
      expect(JSON.stringify(answer.body.error)).toMatch(/can be up to 2 MB|must be 2 MB or less/);
    }
  });

  test("a photo from a phone becomes an upright square without location data", async () => {
    const turned = await sharp(await phonePhoto({ bar: 0.5, orientation: 6 }))
      .keepMetadata()
      .withExifMerge({ IFD3: { GPSLatitudeRef: "N" } })
      .jpeg({ quality: 80 })
      .toBuffer();
    expect((await save(turned)).status).toBe(303);
    const path = pathOf(await photoURL());
    expect(path).toMatch(/^\/files\/[0-9a-f]{32}$/);
    const bytes = await bytesAt(path);
    const facts = await sharp(bytes).metadata();
    expect([facts.format, facts.width, facts.height, facts.exif, facts.orientation]).toEqual([
      "webp",
      512,
      512,
      undefined,
      undefined,
    ]);
    // The bar is horizontal in the file and vertical in the picture: its top is as dark as its middle.
    const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] as number;
    expect(at(256, 10)).toBeLessThan(60);
    expect(at(10, 256)).toBeGreaterThan(120);
    for (const page of ["/dashboard", "/dashboard/user-profile", EDIT])
      expect((await student.get(page)).text, page).toContain(`src="${path}"`);
    expect((await other.get(path)).status).toBe(404);
    expect((await site.as().get(path)).status).toBe(404);
  });

  test("the bytes of a photo are deleted after a new photo, an address, a removal or the account's deletion", async () => {
    const gone = async (path: string) => (await student.get(path)).status;
    await save(await photo(10));
    const first = pathOf(await photoURL());
    await save(await photo(200));
    const second = pathOf(await photoURL());
    expect([await gone(first), await gone(second)]).toEqual([404, 200]);
    expect([(await files()).length, (await kept()).length]).toEqual([1, 1]);

    expect((await save(undefined, { photoURL: "https://example.edu/me.png" })).status).toBe(303);
    expect([await photoURL(), await files(), await kept()]).toEqual(["https://example.edu/me.png", [], []]);

    await save(await photo(30), { photoURL: "https://example.edu/me.png" });
    const third = pathOf(await photoURL());
    const removed = await student.send(EDIT, {
      method: "POST",
      body: new URLSearchParams({ act: "removePhoto" }),
    });
    expect([removed.status, await photoURL(), await gone(third)]).toEqual([303, "", 404]);
    expect([await files(), await kept()]).toEqual([[], []]);

    await save(await photo(40));
    const me = await archive.services.accounts.actor(new Headers({ cookie: await cookieOf() }));
    await archive.services.deletion.deleteAccount(
      me,
      { contributions: "keep", passwordNow: TEST_PASSWORD },
      VISIT,
    );
    expect([await files(), await kept()]).toEqual([[], []]);
  });

  test("the form and the call can save the profile again with the same photo", async () => {
    await save(await photo(10));
    const address = await photoURL();
    expect((await save(undefined, { roll: "7" })).status).toBe(303);
    expect(await photoURL()).toBe(address);
    const saved = await student.put("/api/updateUser", { ...PROFILE, photoURL: address });
    expect([saved.status, await photoURL()]).toEqual([200, address]);
    const foreign = await student.put("/api/updateUser", {
      ...PROFILE,
      photoURL: `${archive.origin}/files/${"0".repeat(32)}`,
    });
    expect([foreign.status, await photoURL()]).toEqual([400, address]);
  });

  test("two people can use the same photo, and only one of a person's simultaneous uploads is kept", async () => {
    const bytes = await photo(50);
    await save(bytes);
    const { actor } = await archive.signUp("Twin");
    await archive.services.photos.give(actor, bytes, VISIT.client);
    await archive.services.photos.remove(actor);
    expect((await student.get(pathOf(await photoURL()))).status).toBe(200);
    await Promise.all([60, 61, 62].map(async (grey) => save(await photo(grey))));
    expect([(await files()).length, (await kept()).length]).toEqual([1, 1]);
    expect((await student.get(pathOf(await photoURL()))).status).toBe(200);
  });

  test("nobody can use a person's photo for an item, and the sweep keeps it", async () => {
    await save(await photo(10));
    const fileKey = pathOf(await photoURL())
      .split("/")
      .at(-1);
    const taken = await student.post("/api/postNotes", payloadOf("note", { driveLink: undefined, fileKey }));
    expect([taken.status, Object.keys(taken.body.error.fields)]).toEqual([400, ["fileKey"]]);
    await archive.services.files.sweep();
    expect((await student.get(`/files/${fileKey}`)).status).toBe(200);
  });

  test("a cover from a phone becomes a small file with the same shape, and phones get a smaller one", async () => {
    const blog = { ...payloadOf("blog", { topic: "Exams" }), blogImg: undefined };
    const { blogImg: _none, ...fields } = blog;
    const bytes = await phonePhoto({ bar: 0.2, orientation: 6 });
    expect(bytes.length).toBeGreaterThan(2 * 1024 * 1024);
    expect((await post(ADD, fields, "blogImg", bytes)).status).toBe(303);
    const [{ _id, blogImg }] = (await student.get("/api/myBlogs/student@example.edu")).body;
    const [file] = await files();
    expect([file?.width, file?.height, file?.type]).toEqual([1600, 1200, "image/webp"]);
    expect(file?.size).toBeLessThan(250_000);
    const { text } = await student.get(`/blog-details/${_id}`);
    const cover = /<img class="item-picture"[^>]*>/.exec(text)?.[0];
    const small = `${pathOf(blogImg)}/pages/1?width=800`;
    expect(cover).toContain('width="1600" height="1200" alt="Cover of Exams"');
    expect(cover).toContain(`srcSet="${small} 800w, ${pathOf(blogImg)} 1600w"`);
    expect((await sharp(await bytesAt(small)).metadata()).width).toBe(800);
    expect((await sharp(await bytesAt(pathOf(blogImg))).metadata()).exif).toBeUndefined();
  });

  test("a file that isn't a picture is refused at its field, and is not stored", async () => {
    const vast = await imageBombs[0]?.make();
    const whole = Buffer.from(await photo(9));
    const bad: [string, Uint8Array, string, string][] = [
      ["nothing", Buffer.of(), "me.png", "The file is empty"],
      ["a program", Buffer.from("MZ\x90\0a program"), "me.jpg", "must be a PNG, JPEG or WebP image"],
      [
        "an SVG",
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        "me.svg",
        "must be a PNG, JPEG or WebP",
      ],
      ["a PDF", tinyPdf([{ lines: ["One"] }]), "me.png", "PNG, JPEG or WebP"],
      ["50,000 × 50,000", vast ?? Buffer.of(), "me.png", "million pixels"],
      ["half of one", whole.subarray(0, whole.length / 2), "me.jpg", "The end of the file is missing"],
      ["too much", Buffer.alloc(MAX_PICTURE_BYTES + 1), "me.jpg", "must be 10 MB or less"],
      ["a path", Buffer.from("#!/bin/sh"), "../../etc/passwd\0.png", "must be a PNG, JPEG or WebP"],
    ];
    const { blogImg: _none, ...fields } = payloadOf("blog", { topic: "Kept as typed" });
    for (const [what, bytes, name, words] of bad) {
      const profile = await save(bytes, { roll: "kept as typed" }, name);
      expect([profile.status, /id="photo-problem".*?<\/p>/s.exec(profile.text)?.[0]], what).toEqual([
        400,
        expect.stringContaining(words),
      ]);
      expect(profile.text).toContain('value="kept as typed"');
      const blog = await post(ADD, fields, "blogImg", bytes, name);
      expect([blog.status, /id="blogImg-problem".*?<\/p>/s.exec(blog.text)?.[0]], what).toEqual([
        400,
        expect.stringContaining(words),
      ]);
      expect(blog.text).toContain('value="Kept as typed"');
      expect([await files(), await kept(), await photoURL()], what).toEqual([[], [], ""]);
    }
  });

  test("a path in the file name of a photo has no effect", async () => {
    expect((await save(await photo(70), {}, "../../../etc/passwd")).status).toBe(303);
    const [file] = await files();
    expect(file).toMatchObject({ name: null, type: "image/webp" });
  });

  test("a photo counts towards the person's upload quota", async () => {
    const tight = await openTestArchive(engine, { uploadQuota: 20 });
    const { actor } = await tight.signUp("Full");
    const give = async () => tight.services.photos.give(actor, await photo(80), VISIT.client);
    await expect(give()).rejects.toMatchObject({ fields: { photo: { code: "quota" } } });
    expect(await tight.db.read.selectFrom("file").selectAll().execute()).toEqual([]);
    expect((await tight.fileStore.list()[Symbol.asyncIterator]().next()).done).toBe(true);
    await tight.close();
  });
});
