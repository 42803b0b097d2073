import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem, insertItems, insertPerson } from "../../../../tests/support/archive/factories.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { presentItem } from "../items/resources.present.ts";
import { limitRates } from "../../platform/limits/rates.ts";
import type { User } from "../../../shared/people/policy.ts";

const WAYS = 40;
const { client } = VISIT;

describe.each(engines)("feedback on %s", (engine) => {
  let archive: TestArchive;
  let owner: User;
  let reader: User;
  let question: string;
  let answer: string;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    owner = (await archive.signUp("Owner")).actor;
    reader = (await archive.signUp("Reader")).actor;
    question = await insertItem(archive, "question", { uploader: owner });
    answer = await insertItem(archive, "answer", { uploader: owner, parentId: question });
  });
  afterEach(() => archive.close());

  const vote = (actor: User | undefined, helpful: unknown, id = answer) =>
    archive.services.feedback.vote(actor, "answer", id, { helpful }, client);
  const votes = (actor?: User) => archive.services.feedback.votesBelow(actor, question);
  const rate = (actor: User | undefined, rating: unknown, id = question, kind = "question") =>
    archive.services.feedback.rate(actor, kind, id, { rating }, client);
  const report = (actor: User | undefined, input: unknown, id = question) =>
    archive.services.feedback.report(actor, "question", id, input, client);
  /** Creates users without sessions. */
  async function people(count: number): Promise<User[]> {
    const emails = await Promise.all(Array.from({ length: count }, () => insertPerson(archive)));
    return emails.map((email) => ({
      id: `id-${email.split("@")[0]}`,
      email,
      displayName: "Somebody",
      role: "student",
      photoURL: null,
    }));
  }
  const rating = async () => {
    const row = await archive.services.resources.get(undefined, "question", question);
    return presentItem(row, { actor: undefined, origin: "", emails: "forOwners" }).rating;
  };

  test("a person has a part in an own, rated or answered item, after a vote on its answer, and in one with very many answers", async () => {
    const hasPart = (actor: User, id = question) => archive.services.feedback.hasPart(actor, id);
    expect([await hasPart(owner), await hasPart(reader), await hasPart(reader, answer)]).toEqual([
      true,
      false,
      false,
    ]);
    const [rater, helper] = (await people(2)) as [User, User];
    await rate(rater, "4");
    await insertItem(archive, "answer", { uploader: helper, parentId: question, status: "Pending" });
    await vote(reader, "no");
    for (const actor of [rater, helper, reader]) expect(await hasPart(actor)).toBe(true);
    await vote(reader, "none");
    expect(await hasPart(reader)).toBe(false);
    const answers = Array.from({ length: 199 }, () => ({ uploader: owner, parentId: question }));
    await insertItems(archive, "answer", answers.slice(1));
    expect(await hasPart(reader)).toBe(false);
    await insertItems(archive, "answer", answers.slice(0, 1));
    expect(await hasPart(reader)).toBe(true);
  });

  test("a reader's vote counts, and the reader can see, change and withdraw it", async () => {
    expect(await votes()).toEqual({});
    await vote(reader, "yes");
    expect(await votes(reader)).toEqual({ [answer]: { yes: 1, no: 0, own: "yes" } });
    await vote(reader, "no");
    expect(await votes(reader)).toEqual({ [answer]: { yes: 0, no: 1, own: "no" } });
    expect(await votes()).toEqual({ [answer]: { yes: 0, no: 1, own: undefined } });
    await vote(reader, "none");
    await vote(reader, "none");
    expect(await votes(reader)).toEqual({});
  });

  test(`${WAYS} simultaneous votes of one person count once, and the votes of ${WAYS} people all count`, async () => {
    await Promise.all(
      Array.from({ length: WAYS }, (_, index) => vote(reader, index % 2 === 0 ? "yes" : "no")),
    );
    const { yes = 0, no = 0, own } = (await votes(reader))[answer] ?? {};
    expect(yes + no).toBe(1);
    expect(own).toBe(yes === 1 ? "yes" : "no");
    await vote(reader, "none");
    await Promise.all((await people(WAYS)).map((person) => vote(person, "yes")));
    expect(await votes()).toMatchObject({ [answer]: { yes: WAYS, no: 0 } });
  });

  test("refuses a vote on the voter's own answer, on a hidden answer and on a question", async () => {
    await expect(vote(owner, "yes")).rejects.toMatchObject({ code: "forbidden" });
    await expect(vote(undefined, "yes")).rejects.toMatchObject({ code: "sign_in_required" });
    const cancelled = await insertItem(archive, "answer", { status: "Cancelled", parentId: question });
    const pending = await insertItem(archive, "question", { status: "Pending" });
    const below = await insertItem(archive, "answer", { parentId: pending });
    const admin = (await archive.signUp("Admin", "admin")).actor;
    for (const id of [cancelled, below, "nowhere", "%", question])
      for (const actor of [reader, admin])
        await expect(vote(actor, "yes", id)).rejects.toMatchObject({ code: "not_found" });
    await expect(
      archive.services.feedback.vote(reader, "question", question, { helpful: "yes" }, client),
    ).rejects.toMatchObject({ code: "not_found" });
    expect(await votes(admin)).toEqual({});
  });

  test.each([[undefined], [""], ["maybe"], [1], [null]])("refuses %j as a vote", async (helpful) => {
    await expect(vote(reader, helpful)).rejects.toMatchObject({
      code: "invalid_input",
      fields: { helpful: { code: helpful === undefined || helpful === "" ? "required" : "choice" } },
    });
  });

  test("an item shows its average rating in half steps, and a reader can change their own rating", async () => {
    expect(await rating()).toBeUndefined();
    await rate(reader, "4.5");
    expect(await rating()).toEqual({ average: "4.5", count: 1 });
    const [second, third] = (await people(2)) as [User, User];
    await rate(second, 4);
    // An average of 4.25 rounds up.
    expect(await rating()).toEqual({ average: "4.5", count: 2 });
    await rate(third, "1.0");
    // 3.1666…
    expect(await rating()).toEqual({ average: "3", count: 3 });
    await rate(reader, "1.5");
    expect(await rating()).toEqual({ average: "2", count: 3 });
    expect(await archive.services.feedback.ownRating(reader, question)).toBe("1.5");
    expect(await archive.services.feedback.ownRating(owner, question)).toBeUndefined();
    expect(await archive.services.feedback.ownRating(undefined, question)).toBeUndefined();
  });

  test(`${WAYS} simultaneous ratings of one person count once`, async () => {
    await Promise.all(Array.from({ length: WAYS }, (_, index) => rate(reader, String(1 + (index % 5)))));
    expect(await rating()).toMatchObject({ count: 1 });
  });

  test("refuses a rating of the reader's own item, of an answer and of a hidden item", async () => {
    await expect(rate(owner, "5")).rejects.toMatchObject({ code: "forbidden" });
    await expect(rate(undefined, "5")).rejects.toMatchObject({ code: "sign_in_required" });
    await expect(rate(reader, "5", answer, "answer")).rejects.toMatchObject({ code: "not_found" });
    const pending = await insertItem(archive, "question", { status: "Pending" });
    await expect(rate(reader, "5", pending)).rejects.toMatchObject({ code: "not_found" });
    for (const wrong of ["0.5", "5.5", "4.25", "five", -1])
      await expect(rate(reader, wrong)).rejects.toMatchObject({ fields: { rating: { code: "rating" } } });
    await expect(rate(reader, "")).rejects.toMatchObject({ fields: { rating: { code: "required" } } });
  });

  test("a report stores its sender if the sender is logged in", async () => {
    await report(reader, { reason: "wrong", comment: "It is of 2018.\r\nSee page 1." });
    await report(undefined, { reason: "copyright" });
    const kept = archive.db.read
      .selectFrom("report")
      .selectAll()
      .orderBy("createdAt")
      .orderBy("comment", "desc");
    expect(await kept.execute()).toMatchObject([
      { itemId: question, userId: reader.id, reason: "wrong", comment: "It is of 2018.\nSee page 1." },
      { itemId: question, userId: null, reason: "copyright", comment: "" },
    ]);
    await expect(report(reader, { reason: "boring" })).rejects.toMatchObject({
      fields: { reason: { code: "choice" } },
    });
    await expect(report(reader, { reason: "" })).rejects.toMatchObject({
      fields: { reason: { code: "required" } },
    });
    await expect(report(reader, { reason: "other", comment: "a".repeat(1_001) })).rejects.toMatchObject({
      fields: { comment: { code: "tooLong" } },
    });
    const pending = await insertItem(archive, "question", { status: "Pending", uploader: reader });
    await expect(report(reader, { reason: "other" }, pending)).rejects.toMatchObject({ code: "not_found" });
  });

  test("votes, ratings and reports each have a limit, and nothing is stored above the limit", async () => {
    const limited = await openTestArchive(engine, {
      rates: {
        ...limitRates,
        vote: { account: { tries: 1, per: 3_600_000 } },
        rating: { account: { tries: 1, per: 3_600_000 } },
        report: { address: { tries: 1, per: 3_600_000 } },
      },
    });
    const { actor } = await limited.signUp("Reader");
    const [id, other] = [await insertItem(limited, "question"), await insertItem(limited, "question")];
    const below = await insertItem(limited, "answer", { parentId: id });
    const { feedback } = limited.services;
    const twice = async (work: (target: string) => Promise<void>) => {
      await work(id);
      await expect(work(other)).rejects.toMatchObject({ code: "too_many_requests" });
    };
    await twice((target) => feedback.rate(actor, "question", target, { rating: "5" }, client));
    await twice((target) => feedback.report(undefined, "question", target, { reason: "other" }, client));
    await twice((target) =>
      feedback.vote(actor, "answer", below, { helpful: target === id ? "yes" : "no" }, client),
    );
    expect(await feedback.votesBelow(undefined, id)).toMatchObject({ [below]: { yes: 1, no: 0 } });
    expect(await limited.db.read.selectFrom("rating").select("itemId").execute()).toEqual([{ itemId: id }]);
    expect(await limited.db.read.selectFrom("report").select("itemId").execute()).toEqual([{ itemId: id }]);
    await limited.close();
  });

  test("a deleted person's votes and ratings disappear, and their reports stay without a name", async () => {
    await vote(reader, "yes");
    await rate(reader, "5");
    await report(reader, { reason: "other", comment: "Hello" });
    await archive.db.write.deleteFrom("users").where("id", "=", reader.id).execute();
    expect(await votes()).toEqual({});
    expect(await rating()).toBeUndefined();
    expect(await archive.db.read.selectFrom("report").select("userId").execute()).toEqual([{ userId: null }]);
  });
});
