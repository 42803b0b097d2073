import { access } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { driveLink, insertItem, payloadOf } from "../../../../tests/support/archive/factories.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { source } from "../../../../tests/support/archive/question-rows.ts";
import { canonicalLink } from "../../../shared/files/drive-link.ts";
import { THUMBNAIL } from "../../../shared/files/files.ts";
import type { User } from "../../../shared/people/policy.ts";
import { sampleAnswers } from "./answers.ts";
import { sampleItems } from "./archive.ts";
import { sampleAnswerId, sampleItemId } from "./load.ts";
import { samplePeople } from "./people.ts";
import { sampleReviews } from "./reviews.ts";
import { sampleFiles } from "./sample-files.ts";

const NAMES = samplePeople.map((person) => person.email);

/** The path of stored bytes in their folder. */
const shelfOf = ({ sha256 }: { sha256: string }) => join(sha256.slice(0, 2), sha256);

describe.each(engines)("the sample on %s", (engine) => {
  let archive: TestArchive;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
  });
  afterEach(() => archive.close());

  const signIn = async (account: { email: string; password: string }): Promise<User> => {
    const { setCookies } = await archive.services.accounts.signIn(account, VISIT);
    const cookie = setCookies.map((line) => line.split(";")[0]).join("; ");
    return (await archive.services.accounts.actor(new Headers({ cookie }))) as User;
  };
  const add = async () => {
    const made = await archive.services.sample.add();
    if (!made) throw new Error("The sample was loaded already");
    const [admin, moderator, student] = [made.admin, made.moderator, made.student].map(signIn);
    return { admin: (await admin)!, moderator: (await moderator)!, student: (await student)!, made };
  };
  const exported = async () => (await Array.fromAsync(archive.services.transfer.exportAsOperator())).join("");

  it("has items of every kind and status, answers, reviews, and two accounts that can log in", async () => {
    const { admin, student, made } = await add();
    const { resources, reviews, accounts, sample } = archive.services;
    expect([admin.role, student.role]).toEqual(["admin", "student"]);
    for (const kind of ["question", "book", "note", "lab", "syllabus", "blog"]) {
      const { rows, count } = await resources.list(admin, kind, { size: 1_000 });
      expect(count).toBe(sampleItems.filter((item) => item.kind === kind).length);
      expect(new Set(rows.map((row) => row.status))).toEqual(new Set(["Pending", "Approved", "Cancelled"]));
    }
    expect((await resources.list(admin, "answer", {})).count).toBe(sampleAnswers.length);
    expect(await reviews.list()).toHaveLength(sampleReviews.length);
    const other = samplePeople[1]?.email ?? "";
    expect((await accounts.get(admin, other)).email).toBe(other);
    const wrong = { email: other, password: made.student.password };
    await expect(accounts.signIn(wrong, VISIT)).rejects.toMatchObject({ code: "wrong_credentials" });
    expect(await sample.isLoaded()).toBe(true);
  });

  it("has a moderator whose desk begins with the pages of a paper", async () => {
    const { moderator } = await add();
    expect(moderator.role).toBe("moderator");
    const { deskQueue, resources } = archive.services;
    const { rows } = await deskQueue.list(moderator, {});
    const first = await resources.get(moderator, "question", rows[0]?.id ?? "");
    expect(first).toMatchObject({ status: "Pending", filePages: 1 });
    expect(rows.length).toBeGreaterThan(5);
    expect(new Set(rows.map(({ fields }) => fields["department"]))).toEqual(new Set(["CSE"]));
  });

  it("has a student with notices, a returned item with its reason, requests, and news of a course", async () => {
    const { student } = await add();
    const { notices, wanted, follows, overview } = archive.services;
    const { notices: told, unread } = await notices.list(student);
    expect(unread).toBe(told.length);
    expect(new Set(told.map(({ event }) => event))).toEqual(new Set(["approved", "returned", "answered"]));
    const returned = told.find(({ event }) => event === "returned");
    expect(returned).toMatchObject({ fixPath: `/dashboard/edit/${returned?.itemId}` });
    const { cancelled } = await overview.own(student);
    expect(cancelled.map(({ reason }) => reason)).toContain(returned?.reason);
    expect((await wanted.own(student)).map(({ path }) => path)).toEqual([undefined, undefined]);
    expect((await wanted.list(undefined, {})).papers[0]).toMatchObject({
      wanted: 11,
      course: { code: "CSE 2103", title: "Data Structures" },
    });
    expect(await follows.own(student)).toHaveLength(1);
    expect(await follows.news(student)).not.toEqual([]);
  });

  it("is not loaded if the job that reads its papers can't be queued", async () => {
    await archive.db.write.schema.dropTable("job").execute();
    await expect(archive.services.sample.add()).rejects.toThrow("job");
    expect(await archive.services.sample.isLoaded()).toBe(false);
    expect(await archive.db.read.selectFrom("file").select("key").execute()).toEqual([]);
  });

  it("is loaded once, even if two processes start at the same time", async () => {
    const { sample } = archive.services;
    const made = await Promise.all([sample.add(), sample.add()]);
    expect(made.filter((accounts) => accounts !== undefined)).toHaveLength(1);
    expect(await sample.add()).toBeUndefined();
  });

  it("is removed with all waiting changes of its contributors, even changes to items that stay in the archive", async () => {
    const { student } = await add();
    const { resources, sample } = archive.services;
    const { actor } = await archive.signUp("Reader");
    const asked = await archive.db.read
      .selectFrom("resource")
      .select("id")
      .where("kind", "=", "question")
      .where("status", "=", "Approved")
      .where("uploaderId", "=", student.id)
      .executeTakeFirstOrThrow();
    // A question stays in the archive if another person has answered it.
    await insertItem(archive, "answer", { parentId: asked.id, uploader: actor });
    await resources.edit(student, asked.id, payloadOf("question", { subject: "Changed" }), VISIT.client);
    expect(await archive.db.read.selectFrom("change").select("resourceId").execute()).toHaveLength(1);
    expect((await sample.remove())?.kept).toBe(1);
    expect(await archive.db.read.selectFrom("change").select("resourceId").execute()).toEqual([]);
  });

  it("leaves no trace after its removal", async () => {
    const { files, resources } = archive.services;
    const { actor } = await archive.signUp("Operator", "admin");
    const before = await exported();
    await add();
    const [blog] = (await resources.list(actor, "blog", {})).rows;
    const shown = await resources.get(actor, "question", sampleItemId(sampleFiles[0]?.item ?? -1));
    const image = await files.get(actor, blog?.fileKey ?? "");
    const paper = await files.get(actor, shown.fileKey ?? "");
    await files.page(paper, 1, THUMBNAIL);
    expect(await archive.services.sample.remove()).toEqual({
      items: sampleItems.length + sampleAnswers.length,
      kept: 0,
      people: samplePeople.length + 2,
    });
    expect(await exported()).toBe(before);
    expect(await archive.services.reviews.list()).toEqual([]);
    expect(await archive.services.accounts.listAdmins()).toHaveLength(1);
    for (const path of [`files/${shelfOf(image)}`, `files/${shelfOf(paper)}`, `pages/${shelfOf(paper)}`])
      await expect(access(join(archive.env.PROSHNO_DATA, path)), path).rejects.toThrow("ENOENT");
    const people = [
      "notice",
      "noticeMailing",
      "courseRequest",
      "wantedPaper",
      "courseFollow",
      "courseNews",
    ] as const;
    for (const table of ["file", "paper", "moderatorArea", ...people] as const)
      expect(await archive.db.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await archive.services.sample.remove()).toBeUndefined();
    expect(await archive.services.sample.isLoaded()).toBe(false);
  });

  it("shows each of its papers with the right item or answer", async () => {
    const { admin } = await add();
    const { resources, files } = archive.services;
    for (const { item, answer, name, type, pages } of sampleFiles) {
      const kind = item === undefined ? "answer" : (sampleItems[item]?.kind ?? "");
      const id = item === undefined ? sampleAnswerId(answer ?? -1) : sampleItemId(item);
      const row = await resources.get(admin, kind, id);
      expect(row).toMatchObject({ link: null, fileType: type, filePages: pages });
      const file = await files.get(admin, row.fileKey ?? "");
      expect(file).toMatchObject({ name, uploaderId: row.uploaderId, size: row.fileSize });
    }
  });

  it("leaves, on its removal, a question with an answer, but without the uploader and the file name", async () => {
    await add();
    const { resources, files, sample } = archive.services;
    const rahim = (await archive.signUp("Rahim", "admin")).actor;
    const questionId = sampleItemId(sampleFiles[0]?.item ?? -1);
    const answer = { solveNumber: "9", solveDriveLink: driveLink(), questionId };
    await resources.create(rahim, "answer", answer, VISIT.client);
    await sample.remove();
    const { fileKey } = await resources.get(rahim, "question", questionId);
    const file = await files.get(rahim, fileKey ?? "");
    expect(file).toMatchObject({ uploaderId: null, name: null });
    expect(await files.page(file, 1, THUMBNAIL)).toHaveProperty("length");
    // After the sample is loaded again, the question still shows the same file.
    await add();
    expect((await resources.get(rahim, "question", questionId)).fileKey).toBe(fileKey);
    await sample.remove();
    expect((await archive.db.read.selectFrom("file").select("key").execute()).map(({ key }) => key)).toEqual([
      fileKey,
    ]);
  });

  it("is not loaded automatically after its removal, but an operator can load it again", async () => {
    const { sample } = archive.services;
    await sample.add({ unlessRemoved: true });
    await sample.remove();
    expect(await sample.add({ unlessRemoved: true })).toBeUndefined();
    expect(await archive.services.resources.isEmpty()).toBe(true);
    expect(await sample.add()).toBeDefined();
  });

  it("keeps other people's items, questions that others answered, and items that sample people added, on its removal", async () => {
    const { student } = await add();
    const { resources, reviews, sample } = archive.services;
    const rahim = (await archive.signUp("Rahim", "admin")).actor;
    const mine = await resources.create(rahim, "question", payloadOf("question"), VISIT.client);
    const theirs = await resources.create(student, "note", payloadOf("note"), VISIT.client);
    const question = sampleItemId(0);
    const answer = await resources.create(
      rahim,
      "answer",
      { solveNumber: "9", solveDriveLink: driveLink(), questionId: question },
      VISIT.client,
    );
    await reviews.create(rahim, { comment: "Good", rating: "5" }, VISIT.client);

    expect(await sample.remove()).toMatchObject({
      kept: 1,
      items: sampleItems.length + sampleAnswers.length - 1,
    });
    const left = await exported();
    const ids = left
      .split("\n")
      .slice(1, -1)
      .map((line) => /^"(\w+)"/.exec(line)?.[1]);
    expect(new Set(ids)).toEqual(new Set([mine, theirs, question, answer]));
    expect((await resources.get(rahim, "note", theirs)).uploaderName).toBe(student.displayName);
    expect((await resources.get(rahim, "question", question)).uploaderId).toBeNull();
    expect(await reviews.list()).toHaveLength(1);
    // The sample can be loaded again even if some of its items stayed in the archive.
    await add();
    expect(await sample.remove()).toMatchObject({ items: sampleItems.length + sampleAnswers.length - 1 });
    expect(await exported()).toBe(left);
  });

  it("is not loaded if one of its emails already has an account", async () => {
    await archive.signUp("Sample.Student.3");
    await expect(archive.services.sample.add()).rejects.toMatchObject({ code: "conflict" });
    expect(await archive.services.resources.isEmpty()).toBe(true);
    expect(await archive.services.sample.isLoaded()).toBe(false);
  });

  it("keeps, on its removal, the items that an admin imported from its export", async () => {
    await add();
    const text = await exported();
    await archive.services.sample.remove();
    const admin = (await archive.signUp("Rahim", "admin")).actor;
    await archive.services.transfer.importCsv(admin, source([text]));
    await add();
    await archive.services.sample.remove();
    expect(await exported()).toBe(text);
  });

  it("provides the items of /Test.json before and after it is loaded", async () => {
    const { sample, resources } = archive.services;
    const items = sample.testJson();
    expect(items.map((item) => item.id)).toEqual([0, 1, 2, 3]);
    await add();
    for (const { id: _id, _id: questionId, ...fields } of items) {
      const row = await resources.get(undefined, "question", questionId);
      const { department, subject, code, semester } = row;
      expect(fields).toEqual({
        department,
        subject,
        code,
        semester,
        year: String(row.year),
        driveLink: canonicalLink(row.link ?? ""),
        url: fields.driveLink,
      });
      expect(fields.driveLink).toMatch(/^https:\/\/drive\.google\.com\/file\/d\/[\w-]{33}\/view$/);
    }
    expect(NAMES).toContain((await resources.get(undefined, "question", items[0]?._id ?? "")).uploaderEmail);
  });
});
