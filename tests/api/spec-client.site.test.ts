import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kindNamed } from "../../src/shared/kinds/index.ts";
import {
  insertFile,
  insertItem,
  insertItems,
  type ItemOptions,
  unique,
} from "../support/archive/factories.ts";
import { engines, TEST_PASSWORD, VISIT } from "../support/platform/archive.ts";
import { openCachedSite } from "../support/api/cached-site.ts";
import { addressOf, idsRead, pageRead } from "../support/api/spec-client.ts";
import { contributions, LINK } from "../support/api/spec-contributions.ts";
import { openWorld, type World } from "../support/api/world.ts";

const answerForm = { solveNumber: "1", solveDriveLink: LINK };
const forms: Record<string, Record<string, string>> = {
  answer: answerForm,
  ...Object.fromEntries(contributions.map(({ kind, form }) => [kind, form])),
};
const profileOf = (email: string) => ({
  email,
  displayName: "Rahim",
  photoURL: "https://example.edu/me.png",
  department: "CSE",
  university: "BUET",
  roll: "1903042",
});

/** A path under `/api`, and the body that the client sends to this path. */
type Write = [path: string, body: Record<string, unknown>];

/** More approved questions than `insertSome` adds, so that the list has three pages. */
const MORE = 17;

describe.each(engines)("the responses that the specification's client reads on %s", (engine) => {
  let world: World;
  const approved: Record<string, string[]> = {};
  const pending: Record<string, string> = {};
  /** The student's own items. */
  const own: Record<string, string[]> = {};

  /**
   * Inserts six items: with a link, with a file, with only a title, from a former member, from an import,
   * and pending.
   */
  async function insertSome(kind: string, former: World["student"], options: ItemOptions = {}) {
    const { archive, student } = world;
    const form = forms[kind] as Record<string, string>;
    const blank = (names: string[]) =>
      Object.fromEntries(names.map((name) => [name, undefined])) as unknown as Record<string, string>;
    const { title, fields } = kindNamed(kind);
    const inFile = Object.keys(fields).filter((name) => ["link", "image"].includes(fields[name]?.type ?? ""));
    const titleAlone = blank(Object.keys(fields).filter((name) => name !== title));
    const items: ItemOptions[] = [
      { uploader: student, fields: form },
      { uploader: student, fields: { ...form, ...blank(inFile) }, fileKey: await insertFile(archive) },
      { uploader: student, fields: { ...form, ...titleAlone } },
      { uploader: former, fields: form },
      { fields: form },
      { uploader: student, fields: form, status: "Pending" },
    ];
    const ids = await insertItems(
      archive,
      kind,
      items.map((item) => ({ ...item, ...options })),
    );
    approved[kind] = ids.slice(0, 5);
    pending[kind] = ids[5] as string;
    own[kind] = [...ids.slice(0, 3), pending[kind]];
    return ids;
  }

  beforeAll(async () => {
    world = await openWorld(engine);
    const former = await world.person("Former");
    for (const { kind } of contributions) await insertSome(kind, former);
    await insertSome("answer", former, { parentId: approved["question"]?.[0] as string });
    const more = Array.from({ length: MORE }, () => ({ fields: forms["question"] ?? {} }));
    approved["question"]?.push(...(await insertItems(world.archive, "question", more)));
    await world.archive.services.deletion.deleteAccount(
      former,
      { contributions: "keep", passwordNow: TEST_PASSWORD },
      VISIT,
    );
  });
  afterAll(() => world.archive.close());

  const readers = () => {
    const { visitor, other, student, admin } = world;
    return [visitor, other, student, admin];
  };
  const sees = (kind: string, reader: World["visitor"]) =>
    reader === world.admin ? [...(approved[kind] ?? []), pending[kind]] : (approved[kind] ?? []);

  describe.each(contributions)("$kind", ({ kind, lists, wrapped, mine, one, isBareWithoutPage }) => {
    test.each(lists)("GET %s lists the items with and without the client's query", async (path) => {
      for (const reader of readers()) {
        const all = world.documented(`GET ${path}`, await reader.get(`/api${path}`));
        const items = wrapped && !isBareWithoutPage ? all[wrapped] : all;
        expect(idsRead(kind, items).toSorted()).toEqual(sees(kind, reader).toSorted());
        const body = world.documented(`GET ${path}`, await reader.get(addressOf(path)));
        const count = sees(kind, reader).length;
        const { ids, pages } = wrapped
          ? pageRead(kind, wrapped, body)
          : { ids: idsRead(kind, body), pages: 1 };
        expect(ids).toEqual(items.slice(0, 10).map(({ _id }: { _id: string }) => _id));
        expect(pages).toBe(Math.ceil(count / 10));
      }
    });

    test(`GET ${mine} answers the client's two requests, first with undefined and then with the email`, async () => {
      const { visitor, other, student, admin } = world;
      const idsOf = async (reader: World["visitor"], email: string) =>
        idsRead(kind, (await reader.get(`/api${mine.replace("{email}", email)}`)).body).toSorted();
      for (const reader of readers()) expect(await idsOf(reader, "undefined")).toEqual([]);
      for (const reader of [visitor, other]) expect(await idsOf(reader, student.email)).toEqual([]);
      for (const reader of [student, admin])
        expect(await idsOf(reader, student.email)).toEqual(own[kind]?.toSorted());
    });

    test(`GET ${one} returns each item that the reader may see`, async () => {
      const { student, documented } = world;
      for (const reader of readers()) {
        const ids =
          reader === student ? [...sees(kind, reader), pending[kind] as string] : sees(kind, reader);
        for (const id of ids) {
          const item = documented(`GET ${one}`, await reader.get(`/api${one.replace("{id}", id as string)}`));
          expect(idsRead(kind, [item])).toEqual([id]);
        }
      }
    });
  });

  test.each(["Select Year", "Select%20Year", "Select+Year"])(
    "every page of questions has its fields if the client's query says year=%s",
    async (year) => {
      const front = await openCachedSite(world.archive);
      for (const path of ["/allQuestions", "/allquestions"]) {
        for (const cookie of [undefined, world.student.cookie, undefined]) {
          const seen: string[] = [];
          for (let page = 0, pages = 1; page < pages; page += 1) {
            const { status, text } = await front.get(addressOf(path, { page, year }), cookie);
            expect(status, text).toBe(200);
            const read = pageRead("question", "allQuestions", JSON.parse(text));
            seen.push(...read.ids);
            pages = read.pages;
          }
          expect(seen.toSorted()).toEqual(approved["question"]?.toSorted());
        }
      }
      // Three pages come from memory in each of the visitor's later walks: the second one, and both with a
      // different letter case.
      expect(front.fromMemory).toHaveLength(9);
      expect(front.faults).toEqual([]);
      await front.close();
    },
  );

  test("the id of a Drive file is the characters 32 to 65 of a question's link", async () => {
    const { allQuestions } = (await world.visitor.get(addressOf("/allQuestions", { page: 1 }))).body;
    expect(allQuestions[0].driveLink.slice(32, 65)).toBe("1DriveSpec".padEnd(33, "x"));
  });

  test("an uploaded file or image has an address of this site instead of a link", async () => {
    const { archive, student } = world;
    const ones = [...contributions, { kind: "answer", one: "/answer/{id}" }];
    for (const { kind, one } of ones) {
      const { body } = await student.get(`/api${one.replace("{id}", approved[kind]?.[1] as string)}`);
      const addresses = kind === "blog" ? [body.blogImg, body.BlogImg] : [body.driveLink];
      if (kind === "answer") addresses.push(body.solveDriveLink);
      for (const address of addresses) expect(address).toContain(`${archive.origin}/files/`);
    }
  });

  test("contributions of a former member have the name Former member and an empty email", async () => {
    for (const { kind, one } of contributions) {
      const id = approved[kind]?.[3] as string;
      for (const reader of readers())
        expect((await reader.get(`/api${one.replace("{id}", id)}`)).body).toMatchObject({
          userName: "Former member",
          email: "",
        });
    }
  });

  test("answers have their fields below a complete question and below a question with only a title", async () => {
    const { archive, admin } = world;
    const [whole = "", , titleAlone = ""] = approved["question"] ?? [];
    const below = await insertItem(archive, "answer", { parentId: titleAlone, fields: answerForm });
    for (const reader of readers()) {
      const idsOf = async (id: string) =>
        idsRead("answer", (await reader.get(`/api/questionSolve/${id}`)).body);
      const expected = [...(approved["answer"] ?? []), ...(reader === admin ? [pending["answer"]] : [])];
      expect((await idsOf(whole)).toSorted()).toEqual(expected.toSorted());
      expect(await idsOf(titleAlone)).toEqual([below]);
    }
  });

  test("reviews have their fields, and the client finds them at /Review", async () => {
    const { student } = world;
    const review = { name: "Rahim", email: student.email, comment: "Saved my semester", rating: 4.5 };
    const { insertedId } = (await student.post("/api/Review", review)).body;
    for (const reader of readers())
      for (const path of ["/api/review", "/api/Review"])
        expect(idsRead("review", (await reader.get(path)).body)).toEqual([insertedId]);
  });

  test("a person's record has its fields before and after the first profile", async () => {
    const { admin, documented, person } = world;
    const someone = await person(`Client${unique()}`);
    const profile = profileOf(someone.email);
    for (const expected of [{ email: someone.email, department: "", photoURL: "" }, profile]) {
      if (expected === profile) await someone.put("/api/updateUser", profile);
      for (const reader of [someone, admin]) {
        const record = documented("GET /users/{email}", await reader.get(`/api/users/${someone.email}`));
        expect(idsRead("user", [record])).toEqual([someone.id]);
        expect(record).toMatchObject(expected);
      }
    }
  });

  test("/Test.json gives the client three items with a url", async () => {
    const { body } = await world.visitor.get("/Test.json");
    const ids = body.slice(1, 4).map(({ url }: { url: string }) => url.slice(32, 65));
    expect(ids.map((id: string) => id.length)).toEqual([33, 33, 33]);
  });

  test("a POST returns insertedId to a student, but not to a visitor", async () => {
    const { visitor, student } = world;
    const { email } = student;
    const answer = { ...answerForm, questionId: approved["question"]?.[0], subject: "Networks", email };
    const posts: Write[] = [
      ...contributions.map(({ create, form }): Write => [
        create,
        { ...form, userName: "Rahim", email, status: "Pending" },
      ]),
      ["/addQuestionSolve", answer],
      ["/review", { name: "Rahim", email, comment: "Good", rating: 5 }],
      ["/users", { email, displayName: "Rahim" }],
    ];
    for (const [path, body] of posts) {
      expect((await visitor.post(`/api${path}`, body)).body.insertedId, path).toBeUndefined();
      expect((await student.post(`/api${path}`, body)).body.insertedId, path).toMatch(/./);
    }
  });

  test("a PUT returns modifiedCount if the policy allows it, but not if it refuses", async () => {
    const { visitor, student, other, admin } = world;
    const { email } = student;
    const calls = [...contributions, { kind: "answer", setStatus: ["/AnswerStatusUpdate/{id}"] }];
    const decisions = calls.flatMap(({ kind, setStatus }) =>
      setStatus.map((path, index): Write => [
        path.replace("{id}", pending[kind] as string),
        { status: index % 2 === 0 ? "approved" : "cancelled" },
      ]),
    );
    const puts: [writer: World["visitor"], others: World["visitor"][], writes: Write[]][] = [
      [student, [visitor, other], [["/users", { email, displayName: "Rahim of the client" }]]],
      [student, [visitor, other], [["/updateUser", profileOf(email)]]],
      [admin, [visitor, student], [["/users/admin", { email: other.email }], ...decisions]],
    ];
    for (const [writer, others, writes] of puts)
      for (const [path, body] of writes) {
        for (const one of others)
          expect((await one.put(`/api${path}`, body)).body.modifiedCount, path).toBeUndefined();
        expect((await writer.put(`/api${path}`, body)).body.modifiedCount, path).toBe(1);
      }
  });

  test("none of the client's calls causes a server error", () => expect(world.site.faults).toEqual([]));
});
