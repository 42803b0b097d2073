import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { enPileScreen } from "../../src/shared/messages/en-pile-screen.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { openSite } from "../support/api/site.ts";
import { addFile, drainPiles, paper } from "../support/archive/pile-world.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const LIST = "/dashboard/contribute";

describe.each(engines)("the pages of piles on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let actor: User;
  let student: ReturnType<ReturnType<typeof openSite>["as"]>;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    const signedUp = await archive.signUp("Student");
    actor = signedUp.actor;
    student = site.as(signedUp.cookie);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  test("a person without JavaScript finds the form for one paper on both pages", async () => {
    const id = await archive.services.piles.create(actor);
    const { noScript } = enPileScreen;
    for (const path of [LIST, `${LIST}/${id}`]) {
      const [, shown] = /<noscript>(.*?)<\/noscript>/s.exec((await student.get(path)).text) ?? [];
      expect(shown).toContain(noScript.needed);
      expect(shown).toContain(`<a href="/dashboard/add-question">${noScript.addOne}</a>`);
    }
  });

  test("the form of a pile's page removes the pile", async () => {
    const id = await archive.services.piles.create(actor);
    const path = `${LIST}/${id}`;
    const [, form = ""] = /<noscript>(.*?)<\/noscript>/s.exec((await student.get(path)).text) ?? [];
    expect(form).toContain('<form method="post">');
    expect(form).toMatch(/<button [^>]*value="remove"/);
    expect((await student.get(LIST)).text).toContain(`href="${path}"`);
    expect((await student.get("/dashboard")).text).toContain(`href="${path}"`);
    const post = (act: string) => student.send(path, { method: "POST", body: new URLSearchParams({ act }) });
    // A page of an earlier release has more forms.
    for (const act of ["send", "add", ""]) expect((await post(act)).status).toBe(400);
    expect((await student.get(path)).status).toBe(200);
    const removed = await post("remove");
    expect(removed.status).toBe(303);
    expect(removed.headers.get("location")).toBe(LIST);
    expect((await student.get(path)).status).toBe(404);
  });

  test("the data of a pile are sent again only if they changed", async () => {
    const { piles } = archive.services;
    const id = await piles.create(actor);
    await piles.addLinks(actor, id, { links: "https://example.edu/two.pdf" });
    const path = `${LIST}/${id}/rows`;
    const first = await student.get(path);
    const etag = first.headers.get("etag") ?? "";
    expect(first.body.rows).toMatchObject([{ label: "https://example.edu/two.pdf", status: "missing" }]);
    const again = () => student.send(path, { headers: { "if-none-match": etag } });
    expect((await again()).status).toBe(304);
    await piles.addLinks(actor, id, { links: "https://example.edu/three.pdf" });
    expect((await again()).status).toBe(200);
  });

  test("only the owner of a pile sees the picture of the line that a detail was read from", async () => {
    const id = await archive.services.piles.create(actor);
    await addFile(archive, actor, id, paper("CSE 2117"));
    expect(await drainPiles(archive)).toEqual([]);
    const pile = JSON.parse((await student.get(`/api/piles/${id}`)).text);
    const { code } = pile.rows[0].fields;
    expect(code).toMatchObject({ from: "file", page: 1, line: expect.any(Number) });
    expect(code.picture).toBe(`/files/${pile.rows[0].files[0].key}/pages/1?line=${code.line}`);
    expect((await student.get(code.picture)).headers.get("content-type")).toBe("image/webp");
    const other = site.as((await archive.signUp("Other")).cookie);
    for (const stranger of [site.as(), other]) expect((await stranger.get(code.picture)).status).toBe(404);
  });
});
