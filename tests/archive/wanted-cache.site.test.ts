import { describe, expect, test } from "vitest";
import { enWanted } from "../../src/shared/messages/en-wanted.ts";
import { openCachedSite } from "../support/api/cached-site.ts";
import { DHAKA, DHAKA_SLUG, insertPaper } from "../support/archive/courses.ts";
import { engines, openTestArchive, VISIT } from "../support/platform/archive.ts";

const COURSE = `/course/${DHAKA_SLUG}/cse2103`;
const EXAM = { university: DHAKA, code: "CSE 2103", year: "2024", examType: "final", term: "fall" };

describe.each(engines)("cached pages on %s", (engine) => {
  test("show a new request, a follower, and a paper that was found at once", async () => {
    const archive = await openTestArchive(engine);
    const site = await openCachedSite(archive);
    const { actor, cookie } = await archive.signUp("Reader");
    const admin = (await archive.signUp("Admin", "admin")).actor;
    for (const year of ["2023", "2025"]) await insertPaper(archive, { year, term: "fall" });
    const { wanted, follows, resources } = archive.services;
    /** What both pages show to a visitor; the second request is answered from memory. */
    const shown = async () => {
      await site.get(COURSE);
      await site.get("/wanted");
      const [course, list] = [(await site.get(COURSE)).text, (await site.get("/wanted")).text];
      return [
        course.includes("1 wants it"),
        course.includes(enWanted.follow.followers(1, false)),
        list.includes("<b>1</b> <small>wants it"),
      ];
    };
    expect(await shown()).toEqual([false, false, false]);
    await wanted.ask(actor, EXAM, VISIT.client);
    expect(await shown()).toEqual([true, false, true]);
    await follows.follow(actor, { university: DHAKA, code: "CSE 2103" });
    expect(await shown()).toEqual([true, true, true]);
    const id = await insertPaper(archive, { year: "2024", term: "fall" }, { status: "Pending" });
    await resources.setStatus(admin, "question", id, { status: "Approved" });
    expect(await shown()).toEqual([false, true, false]);
    await resources.setStatus(admin, "question", id, { status: "Cancelled" });
    expect(await shown()).toEqual([true, true, true]);
    expect(site.fromMemory).toContain("/wanted");
    expect(site.fromMemory).toContain(COURSE);

    // A person's own page is never answered from memory, and never kept for visitors.
    const own = (await site.get("/wanted", cookie)).text;
    expect(own).toContain(enWanted.mine(0));
    expect((await site.get("/wanted")).text).not.toContain(enWanted.mine(0));
    expect(site.faults).toEqual([]);
    await site.close();
    await archive.close();
  });
});
