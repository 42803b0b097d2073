import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commonReader } from "../../src/api/platform/common-reader.ts";
import { type Kind, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { openCachedSite } from "../support/api/cached-site.ts";
import { insertItem } from "../support/archive/factories.ts";
import { insertNotice } from "../support/archive/notices.ts";
import { signUpModerator } from "../support/people/moderators.ts";
import { engines, openTestArchive, type TestArchive, VISIT } from "../support/platform/archive.ts";

const { client } = VISIT;

describe.each(engines)("the page of an item for logged-in people on %s", (engine) => {
  type Person = Awaited<ReturnType<TestArchive["signUp"]>>;
  let archive: TestArchive;
  let site: Awaited<ReturnType<typeof openCachedSite>>;
  let contributor: Person;
  let student: Person;
  /** The pages of an item of each kind, with different queries. */
  const paths: string[] = [];
  let paper: string;
  let answer: string;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = await openCachedSite(archive);
    contributor = await archive.signUp("Contributor");
    student = await archive.signUp("Rahima");
    const users = archive.db.write.updateTable("users").where("id", "=", student.actor.id);
    await users.set({ displayName: "Rahima & <Sons>" }).execute();
    for (const kind of standaloneKinds) {
      const path = pageOf(kind, await insertItem(archive, kind.name, { uploader: contributor.actor }));
      paths.push(path, `${path}?page=1&view=text`);
    }
    paper = await insertItem(archive, "question", { uploader: contributor.actor });
    // The student's own items are among the related ones.
    for (const status of ["Approved", "Pending"] as const)
      await insertItem(archive, "question", { uploader: student.actor, status });
    answer = await insertItem(archive, "answer", { uploader: contributor.actor, parentId: paper });
    paths.push(`/question-details/${paper}`);
    await insertNotice(archive, { userId: student.actor.id, itemId: paper });
  });
  beforeEach(() => {
    site.rendered.length = 0;
  });
  afterAll(async () => {
    expect(site.faults).toEqual([]);
    await site.close();
    await archive.close();
  });

  const pageOf = ({ pages }: Kind, id: string): string => `${pages.details}/${id}`;

  /** The page that a person gets, which has to equal the page that is rendered for this person. */
  async function same(path: string, cookie: string) {
    const { made, whole, rendered } = await site.compare(path, cookie);
    expect(made).toEqual(whole);
    return { ...made, rendered };
  }

  test("has the same bytes as the page that is rendered for a student, in both themes", async () => {
    const first = await archive.signUp("First");
    for (const path of paths)
      for (const theme of ["", "; theme=dark"]) {
        await site.get(path, first.cookie + theme);
        site.rendered.length = 0;
        const { status, rendered, text } = await same(path, student.cookie + theme);
        expect([status, rendered]).toEqual([200, []]);
        expect(text).not.toContain(commonReader.id);
      }
  });

  test("is rendered once for visitors and once for all students, and shows each one the own name and draft", async () => {
    const path = `/question-details/${await insertItem(archive, "question", { uploader: contributor.actor })}`;
    const people = await Promise.all(["Karim", "Sumi"].map((name) => archive.signUp(name)));
    const made = await Promise.all(people.map(({ cookie }) => site.get(path, cookie)));
    const visitors = await site.get(path);
    expect(site.rendered).toEqual([path, path]);
    for (const [n, { actor }] of people.entries()) {
      const [own, other] = [made[n]?.text ?? "", made[1 - n]?.text ?? ""];
      expect(own).toContain(`${actor.displayName}’s account`);
      expect(own).toContain(`${actor.id}:/question-details/:id`);
      for (const text of [other, visitors.text]) {
        expect(text).not.toContain(`${actor.displayName}’s account`);
        expect(text).not.toContain(actor.id);
      }
    }
    expect(visitors.text).toContain("/login?from=");
    const { headers } = await site.fetch(path, { cookie: student.cookie });
    expect([headers.get("cache-control"), headers.has("etag")]).toEqual(["no-store", false]);
  });

  test("is rendered as a whole for contributors, moderators, admins and people with a part in it", async () => {
    const path = `/question-details/${paper}`;
    const { feedback, resources } = archive.services;
    const people: Record<string, Person> = { contributor };
    people["moderator"] = await signUpModerator(archive, "Moderator", [
      { universityKey: "", departmentKey: "" },
    ]);
    people["admin"] = await archive.signUp("Admin", "admin");
    const rater = (people["rater"] = await archive.signUp("Rater"));
    await feedback.rate(rater.actor, "question", paper, { rating: "4" }, client);
    const voter = (people["voter"] = await archive.signUp("Voter"));
    await feedback.vote(voter.actor, "answer", answer, { helpful: "yes" }, client);
    const helper = (people["helper"] = await archive.signUp("Helper"));
    const pending = await insertItem(archive, "answer", {
      uploader: helper.actor,
      parentId: paper,
      status: "Pending",
    });
    for (const [name, { cookie }] of Object.entries(people)) {
      const { rendered, text } = await same(path, cookie);
      expect([name, rendered]).toEqual([name, [path]]);
      expect([name, text.includes(pending)]).toEqual([name, ["admin", "moderator"].includes(name)]);
    }
    const { rendered, text } = await same(path, student.cookie);
    expect(rendered).toEqual([path]);
    expect((await same(path, student.cookie)).rendered).toEqual([]);
    expect(text).not.toContain(pending);

    // The first own act ends it, and its end begins it again.
    await feedback.vote(student.actor, "answer", answer, { helpful: "yes" }, client);
    expect((await same(path, student.cookie)).text).toContain('aria-pressed="true"');
    await feedback.vote(student.actor, "answer", answer, { helpful: "none" }, client);
    await same(path, student.cookie);
    expect((await same(path, student.cookie)).rendered).toEqual([]);
    await resources.setStatus(people["admin"].actor, "question", paper, { status: "Cancelled" });
    expect((await same(path, student.cookie)).status).toBe(404);
    expect((await same(path, contributor.cookie)).status).toBe(200);
    await resources.setStatus(people["admin"].actor, "question", paper, { status: "Approved" });
    expect((await same(path, student.cookie)).status).toBe(200);
  });

  test("is missing for an unknown or hidden item, and for a path in another spelling is a redirect or missing", async () => {
    const hidden = await insertItem(archive, "question", { uploader: contributor.actor, status: "Pending" });
    for (const id of ["0".repeat(24), "x", hidden, `${paper}/`, "%00"])
      expect((await same(`/question-details/${id}`, student.cookie)).status).not.toBe(500);
    expect((await same(`/question-details/${hidden}`, student.cookie)).status).toBe(404);
    expect((await same(`/question-details/${hidden}`, contributor.cookie)).status).toBe(200);
  });
});
