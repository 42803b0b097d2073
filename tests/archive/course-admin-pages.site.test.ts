import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { enCourseAdmin } from "../../src/shared/messages/en-course-admin.ts";
import type { User } from "../../src/shared/people/policy.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";
import { DHAKA_KEY, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";

const PAGE = "/admin-dashboard/courses";
const KEY = { universityKey: DHAKA_KEY, codeNorm: "CSE2103" };

describe.each(engines)("the admins' page of courses, without JavaScript, on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let admin: Client;
  let actor: User;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    const signedUp = await archive.signUp("Admin", "admin");
    admin = site.as(signedUp.cookie);
    ({ actor } = signedUp);
    await insertPaper(archive);
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await archive.close();
  });

  const post = (path: string, fields: Record<string, string>) =>
    admin.send(path, { method: "POST", body: new URLSearchParams(fields) });
  const toastOf = ({ headers }: Answer) => decodeURIComponent(headers.get("set-cookie") ?? "");

  test("a repeated record of an exam that was not held says that nothing changed", async () => {
    const path = `${PAGE}?university=${DHAKA_SLUG}&code=CSE2103`;
    const exam = { ...KEY, year: "2021", examType: "final", term: "fall" };
    const record = () => post(path, { act: "record", ...exam });
    const takeBack = () => post(path, { act: "takeBack", ...exam });
    expect(toastOf(await record())).toContain(enCourseAdmin.recorded);
    const recordedAgain = toastOf(await record());
    expect(recordedAgain).toContain(enCourseAdmin.unchanged);
    expect(recordedAgain).toContain(enCourseAdmin.recordedBefore);
    expect(toastOf(await takeBack())).toContain(enCourseAdmin.takenBack);
    const takenBackAgain = toastOf(await takeBack());
    expect(takenBackAgain).toContain(enCourseAdmin.unchanged);
    expect(takenBackAgain).toContain(enCourseAdmin.noRecord);
  });

  test("an admin finds the oldest of many merges on the last page, undoes it and stays there", async () => {
    const merge = { universityKey: DHAKA_KEY, intoCodeNorm: "CSE2103", shownCodeNorm: "CSE2103" };
    const merges = Array.from({ length: 102 }, (_, n) => ({
      ...merge,
      codeNorm: `OLD${n}`,
      createdAt: n + 1,
    }));
    await archive.db.write.insertInto("courseMerge").values(merges).execute();
    const first = (await admin.get(PAGE)).text;
    expect(first).toContain(enCourseAdmin.undoOf("OLD101"));
    expect(first).not.toContain(enCourseAdmin.undoOf("OLD51"));
    expect(first).toContain(`href="${PAGE}?page=2"`);
    const last = `${PAGE}?page=2`;
    expect((await admin.get(last)).text).toContain(enCourseAdmin.undoOf("OLD0"));
    const undone = await post(last, { act: "undo", universityKey: DHAKA_KEY, codeNorm: "OLD0" });
    expect(undone.headers.get("location")).toBe(last);
    expect(toastOf(undone)).toContain(enCourseAdmin.undone);
    expect((await admin.get(last)).text).toContain(enCourseAdmin.undoOf("OLD1"));
    const { count } = await archive.services.courseChanges.merges(actor);
    expect(count).toBe(101);
    const beyond = await admin.send(`${PAGE}?page=9`);
    expect(beyond.headers.get("location")).toBe(last);
  });
});
