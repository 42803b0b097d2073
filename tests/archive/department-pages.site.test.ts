import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { departmentPath } from "../../src/shared/courses/courses.ts";
import { enDepartments } from "../../src/shared/messages/en-departments.ts";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import { en } from "../../src/shared/messages/en.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";
import { DHAKA, DHAKA_KEY, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import {
  BANGLA,
  ENGLISH,
  IN_DHAKA,
  inDepartment,
  mergeDepartments,
  storedDepartments,
  undoDepartments,
} from "../support/archive/departments.ts";
import { payloadOf } from "../support/archive/factories.ts";
import { signUpModerator } from "../support/people/moderators.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const PAGE = `/admin-dashboard/departments?university=${encodeURIComponent(DHAKA_KEY).replaceAll("%20", "+")}`;
const merging = (into: string) => `${PAGE}&${new URLSearchParams({ department: BANGLA, into })}`;

describe.each(engines)("the pages of departments, without JavaScript, on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let admin: Client;
  let student: Client;
  let moderator: Client;
  let actor: User;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    const signedUp = await archive.signUp("Admin", "admin");
    admin = site.as(signedUp.cookie);
    ({ actor } = signedUp);
    student = site.as((await archive.signUp("Student")).cookie);
    const areas = [{ universityKey: DHAKA_KEY, departmentKey: BANGLA }];
    moderator = site.as((await signUpModerator(archive, "Moderator", areas)).cookie);
    for (const department of [ENGLISH, BANGLA]) await insertPaper(archive, inDepartment(department));
  });
  beforeEach(async () => {
    const { merges } = await archive.services.departments.list(actor, DHAKA_KEY);
    if (merges.length > 0) await undoDepartments(archive, actor);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const send = (client: Client, path: string, fields: Record<string, string>) =>
    client.send(path, { method: "POST", body: new URLSearchParams(fields) });
  const toastOf = ({ headers }: Answer) => decodeURIComponent(headers.get("set-cookie") ?? "");
  const departments = async () =>
    [...(await storedDepartments(archive)).values()].map(({ department }) => department).toSorted();

  test("an admin sees what a merge does, merges, finds it in the audit trail and undoes it", async () => {
    const university = await admin.get(`/admin-dashboard/universities?id=${encodeURIComponent(DHAKA_KEY)}`);
    expect(university.text).toContain(enDepartments.open);
    const first = await admin.get(PAGE);
    expect(first.text).toContain(enDepartments.likely(BANGLA, ENGLISH));
    expect(first.text).toContain(enDepartments.noMerges);
    // The accessible name begins with the visible words.
    expect(enDepartments.lookOf(BANGLA, ENGLISH).startsWith(enDepartments.look)).toBe(true);
    expect(first.text).toContain(`aria-label="${enDepartments.lookOf(BANGLA, ENGLISH)}"`);
    const asked = await admin.get(merging(ENGLISH));
    expect(asked.text).toContain(enDepartments.moves(1, 1, ENGLISH));
    expect(asked.text).toContain(enDepartments.gain(1, ENGLISH, 1));
    expect(asked.text).toContain("Moderator (moderator@example.edu)");
    expect(await departments()).toEqual([ENGLISH, BANGLA]);
    const merged = await send(admin, merging(ENGLISH), { act: "merge", department: BANGLA, into: ENGLISH });
    expect([merged.status, merged.headers.get("location")]).toEqual([303, PAGE]);
    expect(toastOf(merged)).toContain(enDepartments.merged);
    expect(await departments()).toEqual([ENGLISH, ENGLISH]);
    const after = (await admin.get(PAGE)).text;
    expect(after).toContain(enDepartments.undoOf(BANGLA));
    expect(after).not.toContain(enDepartments.likelyTitle);
    const trail = (await admin.get("/admin-dashboard/audit")).text;
    expect(trail).toContain(en.audit.actions.mergeDepartment);
    expect(trail).toContain(`${BANGLA} · ${DHAKA} → ${ENGLISH}`);
    expect(trail).toContain(`href="${PAGE}"`);
    const link = new RegExp(`<a[^>]*>${enDepartments.undoInTrail}.*?</a>`).exec(trail)?.[0] ?? "";
    expect(link.replaceAll(/<.*?>/g, "")).toBe(`${enDepartments.undoInTrail}: ${BANGLA} · ${DHAKA}`);
    const undone = await send(admin, PAGE, { act: "undo", department: BANGLA });
    expect(toastOf(undone)).toContain(enDepartments.undone);
    expect(await departments()).toEqual([ENGLISH, BANGLA]);
  });

  test("a department that can't stay is refused beside the field, before and at the merge", async () => {
    for (const [into, problem] of [
      ["Nothing", en.problems.noDepartment("", "")],
      [BANGLA, en.problems.sameDepartment("", "")],
      ["x".repeat(101), "100"],
    ] as const) {
      const asked = await admin.get(merging(into));
      expect(asked.text).toContain('id="into-problem"');
      expect(asked.text).toContain(problem);
      expect(asked.text).not.toContain('id="changes"');
      const posted = await send(admin, merging(into), { act: "merge", department: BANGLA, into });
      expect(posted.status).toBe(400);
      expect(posted.text).toContain(problem);
    }
    expect((await send(admin, PAGE, { act: "merge", department: "nothing", into: ENGLISH })).status).toBe(
      404,
    );
    expect((await send(admin, PAGE, { act: "undo", department: BANGLA })).status).toBe(404);
    expect((await send(admin, PAGE, { act: "other" })).status).toBe(400);
    expect((await admin.send("/admin-dashboard/departments?university=nowhere")).status).toBe(404);
    expect(await departments()).toEqual([ENGLISH, BANGLA]);
  });

  test("students and moderators get 403, another site's form too, and nothing changes", async () => {
    const fields = { act: "merge", department: BANGLA, into: ENGLISH };
    for (const client of [student, moderator]) {
      expect((await client.send(PAGE)).status).toBe(403);
      expect((await send(client, PAGE, fields)).status).toBe(403);
    }
    const foreign = await admin.send(PAGE, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" },
    });
    expect(foreign.status).toBe(403);
    expect(await departments()).toEqual([ENGLISH, BANGLA]);
  });

  test("old addresses with the merged department lead to the new ones, and calls of the API accept it", async () => {
    const visitor = site.as("");
    const oldPage = departmentPath(DHAKA, BANGLA);
    expect((await visitor.send(oldPage)).status).toBe(200);
    await mergeDepartments(archive, actor);
    const location = async (path: string) => {
      const { status, headers } = await visitor.send(path);
      return [status, headers.get("location")];
    };
    expect(await location(oldPage)).toEqual([301, departmentPath(DHAKA, ENGLISH)]);
    const typed = new URLSearchParams({ department: BANGLA });
    for (const path of ["/allQuestions", "/wanted"])
      expect(await location(`${path}?${typed}`)).toEqual([302, `${path}?department=${ENGLISH}`]);
    expect(await location(`/search?search=data&${typed}`)).toEqual([
      302,
      `/search?search=data&department=${ENGLISH}`,
    ]);
    const all = await visitor.get(`/api/allQuestions?${typed}&page=0`);
    expect(all.body.count).toBe(2);
    const ofDhaka = await visitor.get(`/api/courses/${DHAKA_SLUG}?${typed}`);
    expect([ofDhaka.status, ofDhaka.body.total]).toEqual([200, 1]);
    expect((await visitor.get(`/api/search?search=data+structures&${typed}`)).body.total).toBe(2);
  });

  test("the page of wanted papers keeps the exam of its address, and opens while another university has the department", async () => {
    const visitor = site.as("");
    const exam = `university=DU&department=${encodeURIComponent(BANGLA)}&code=CSE+2103&exam=2020-final&back=%2Fabout`;
    await mergeDepartments(archive, actor);
    const { status, headers } = await visitor.send(`/wanted?${exam}`);
    expect([status, headers.get("location")]).toEqual([
      302,
      `/wanted?${exam.replace(encodeURIComponent(BANGLA), ENGLISH)}`,
    ]);
    const other = await insertPaper(archive, inDepartment(BANGLA, "BUET"));
    const typed = new URLSearchParams({ department: BANGLA });
    for (const path of ["/wanted?", "/allQuestions?", "/search?search=data&"])
      expect((await visitor.send(`${path}${typed}`)).status).toBe(200);
    expect((await visitor.get(`/api/allQuestions?${typed}&page=0`)).body.count).toBe(1);
    await archive.db.write.deleteFrom("resource").where("id", "=", other).execute();
  });

  test("an item that the API or the form gets with the merged department has the other one", async () => {
    await mergeDepartments(archive, actor);
    const fields = () => payloadOf("question", inDepartment(BANGLA, "DU")) as Record<string, string>;
    const called = await student.post("/api/postQuestion", fields());
    expect(called.status).toBeLessThan(300);
    const { add } = kindNamed("question").pages;
    expect((await send(student, `/dashboard/${add}`, fields())).status).toBe(303);
    expect(await departments()).toEqual([ENGLISH, ENGLISH, ENGLISH, ENGLISH]);
    expect((await archive.services.departments.list(actor, IN_DHAKA.university)).departments).toHaveLength(1);
  });
});
