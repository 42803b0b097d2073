import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Kind, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { FILE_FIELD, linkName, THUMBNAIL } from "../../src/shared/files/files.ts";
import { insertItem, payloadOf, PNG } from "../support/archive/factories.ts";
import { engines, VISIT } from "../support/platform/archive.ts";
import { openCachedSite } from "../support/api/cached-site.ts";
import { declaredRoutes } from "../support/web/journey-routes.ts";
import { readPapers } from "../support/files/paper-item.ts";
import { tinyPdf } from "../support/files/tiny-pdf.ts";
import { openWorld, type World } from "../support/api/world.ts";

/** A word that no other word resembles. */
const CANARY = "xylobrontix";
const LINK = `https://example.edu/${CANARY}.pdf`;
/** A paper with enough text that the server needs no OCR. Only the paper contains the second word. */
const PAPER = tinyPdf([
  {
    lines: Array.from(
      { length: 9 },
      (_, line) => `${line}. ${CANARY} and glimmerwort: explain the theory of both`,
    ),
  },
]);
const QUERIES = [
  "",
  "?search=xylobron",
  "?search=xylobrontik",
  "?page=0&size=100",
  "?subject=x&department=xylo",
];

describe.each(engines)("a waiting change on %s", (engine) => {
  let world: World;
  let site: Awaited<ReturnType<typeof openCachedSite>>;
  const ids: Record<string, string> = {};
  /** The keys of the paper and the cover in the waiting changes. */
  const keys: string[] = [];

  /** Every public address, with the items' ids. */
  function addresses(): string[] {
    const pages = declaredRoutes().filter(
      (path) => !/^\/(?:dashboard|admin-dashboard)/.test(path) && path !== "*",
    );
    const calls = world.operations.flatMap(({ method, paths }) =>
      method === "get" ? paths.map((path) => `/api${path.replaceAll(/\{(\w+)\}/g, ":$1")}`) : [],
    );
    const others = ["/sitemap.xml", "/sitemap/1.xml", "/feed.xml", "/robots.txt", "/Test.json"];
    const all = [...pages, ...calls, ...others].flatMap((path) =>
      path.includes(":id")
        ? Object.values(ids).map((id) => path.replace(":id", id))
        : [path.replace(":email", world.student.email)],
    );
    return [...new Set(all)].flatMap((path) => QUERIES.map((query) => path + query));
  }

  /** The addresses of the dashboard and the admin area, with the items' ids. */
  const dashboards = () =>
    declaredRoutes()
      .filter((path) => /^\/(?:dashboard|admin-dashboard)/.test(path))
      .flatMap((path) => Object.values(ids).map((id) => path.replace(":id", id)));

  const files = () =>
    keys.flatMap((key) => [
      `/files/${key}`,
      `/files/${key}/a.pdf`,
      `/files/${key}/pages/1`,
      `/files/${key}/pages/1?width=${THUMBNAIL}`,
    ]);

  /** The addresses that show the canary. */
  async function seen(paths: string[], cookie?: string): Promise<string[]> {
    const found: string[] = [];
    for (const path of new Set(paths)) {
      const { status, text } = await site.get(path, cookie);
      expect(status, path).toBeLessThan(500);
      if (text.toLowerCase().includes(CANARY)) found.push(path);
    }
    return found;
  }

  async function change(kind: Kind): Promise<void> {
    const { services } = world.archive;
    const said = Object.entries(kind.fields).map(([name, { type }]) => {
      if (type === "text" || type === "longText" || type === "department") return [name, `${CANARY} ${name}`];
      if (type === "link") return [name, LINK];
      return [name, type === "image" ? PNG : undefined];
    });
    const input = { ...payloadOf(kind), ...Object.fromEntries(said.filter(([, value]) => value)) };
    if (kind.name === "question") {
      const { key } = await services.files.accept(world.student, PAPER, `${CANARY}.pdf`);
      input[FILE_FIELD] = key;
      delete input[linkName(kind) as string];
    }
    await services.resources.edit(world.student, ids[kind.name] as string, input, VISIT.client);
    const held = await services.changes.find(world.student, ids[kind.name] as string);
    if (held.change?.changed.fileKey) keys.push(held.change.changed.fileKey);
  }

  beforeAll(async () => {
    world = await openWorld(engine);
    for (const kind of standaloneKinds)
      ids[kind.name] = await insertItem(world.archive, kind.name, { uploader: world.student });
    site = await openCachedSite(world.archive);
    // Fills the response cache with responses from before the change.
    expect(await seen(addresses())).toEqual([]);
    for (const kind of standaloneKinds) await change(kind);
    await readPapers(world.archive);
  });
  afterAll(async () => {
    await site.close();
    await world.archive.close();
  });

  test("appears on no page, list, search, suggestion, feed or API response for a visitor or another student", async () => {
    site.fromMemory.length = 0;
    expect(await seen(addresses())).toEqual([]);
    expect(site.fromMemory).toContain(`/question-details/${ids["question"]}`);
    expect(await seen(addresses(), world.other.cookie)).toEqual([]);
    expect(await seen(dashboards(), world.other.cookie)).toEqual([]);
    expect(site.faults).toEqual([]);
  });

  test("is not found by a search for its words, and its contributor's list shows the approved item", async () => {
    for (const cookie of [undefined, world.other.cookie, world.admin.cookie]) {
      for (const word of [CANARY, "glimmerwort"]) {
        const { text } = await site.get(`/api/search?search=${word}`, cookie);
        expect(JSON.parse(text).total).toBe(0);
      }
    }
    const mine = `/api/myQuestions/${world.student.email}`;
    expect((await site.get(mine, world.student.cookie)).text).toContain('"status":"Approved"');
    expect(await seen([mine], world.student.cookie)).toEqual([]);
  });

  test("hides its files from everyone except its author and admins", async () => {
    expect(keys).toHaveLength(2);
    for (const path of files())
      for (const cookie of [undefined, world.other.cookie])
        expect((await site.get(path, cookie)).status, path).toBe(404);
    for (const [index, key] of keys.entries())
      for (const { cookie } of [world.student, world.admin]) {
        expect((await site.get(`/files/${key}`, cookie)).status).toBe(200);
        if (index === 0) expect((await site.get(`/files/${key}/pages/1`, cookie)).status).toBe(200);
      }
    const reading = `/dashboard/reading?file=${keys[0]}`;
    expect((await site.get(reading, world.other.cookie)).status).toBe(404);
  });

  test("is not a possible duplicate for another student with the same link or file", async () => {
    const { services } = world.archive;
    const { key } = await services.files.accept(world.other, PAPER, "mine.pdf");
    for (const fields of [{ driveLink: LINK }, { [FILE_FIELD]: key }, { topic: `${CANARY} topic` }]) {
      const found = await services.duplicates.find(world.other, "note", fields);
      expect(found).toEqual({ items: [], awaits: false });
    }
  });

  test("appears to its author and to admins", async () => {
    const forms = Object.values(ids).map((id) => `/dashboard/edit/${id}`);
    expect(await seen(forms, world.student.cookie)).toEqual(forms);
    const comparisons = Object.values(ids).map((id) => `/admin-dashboard/change/${id}`);
    expect(await seen(comparisons, world.admin.cookie)).toEqual(comparisons);
  });

  // This test must be the last one, because it makes the canaries public.
  test("is public in the next response after an admin approves it", async () => {
    const { changes } = world.archive.services;
    for (const [kind, id] of Object.entries(ids)) {
      const path = `/${kind}-details/${id}`;
      expect(await seen([path])).toEqual([]);
      const { change: open } = await changes.find(world.admin, id);
      await changes.decide(world.admin, { id, change: open?.id, outcome: "approved" });
      expect(await seen([path])).toEqual([path]);
    }
    expect((await site.get(`/files/${keys[0]}/pages/1`)).status).toBe(200);
    const { text } = await site.get(`/api/search?search=${CANARY}`);
    expect(JSON.parse(text).total).toBe(standaloneKinds.length);
    expect(JSON.parse((await site.get("/api/search?search=glimmerwort")).text).total).toBe(1);
  });
});
