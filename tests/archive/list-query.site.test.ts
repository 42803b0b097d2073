import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standaloneKinds } from "../../src/shared/kinds/index.ts";
import { insertItem, insertItems, payloadOf } from "../support/archive/factories.ts";
import { engines } from "../support/platform/archive.ts";
import { openWorld, type World } from "../support/api/world.ts";

describe.each(engines)("the parameters of lists on %s", (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.archive.close());

  /** The course titles of the listed questions. Each question of this file has a different title. */
  async function subjects(
    query: string,
    reader: keyof Pick<World, "visitor" | "student" | "admin"> = "visitor",
  ): Promise<string[]> {
    const { body } = await world[reader].get(`/api/allQuestions?${query}`);
    expect(body.count, query).toBe(body.allQuestions.length);
    return body.allQuestions.map((item: { subject: string }) => item.subject).toSorted();
  }

  describe("filters", () => {
    beforeAll(async () => {
      const question = async (
        subject: string,
        fields: Record<string, string>,
        status: "Approved" | "Pending" | "Cancelled" = "Approved",
      ) =>
        insertItem(world.archive, "question", {
          status,
          fields: { semester: "1", year: "2011", examType: "mid", subject, ...fields },
        });
      await question("Alpha", {
        department: "CSE",
        code: "CSE 2103",
        year: "2019",
        semester: "3",
        examType: "final",
        university: "Élite University",
      });
      await question("Beta", { department: "ece", code: "EEE2103", year: "2018", semester: "L-2 T-1" });
      await question("তথ্য কাঠামো", { department: "bba", code: "BBA-১১০১", year: "2017" });
      await question("Delta", { department: "École", code: "PHY 11", semester: "Spring 2011" });
      await question("Hidden", { department: "CSE", code: "CSE 2103" }, "Pending");
      await question("Gone", { department: "CSE", code: "CSE 2103" }, "Cancelled");
    });

    test.each([
      ["", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
      ["department=CSE", ["Alpha"]],
      ["department=cse", ["Alpha"]],
      ["department=ece", ["Beta"]],
      ["department=EEE", ["Beta"]],
      ["department=eee", ["Beta"]],
      ["department=BBA", ["তথ্য কাঠামো"]],
      ["department=%20Bba%20", ["তথ্য কাঠামো"]],
      ["department=cse&department=EEE", ["Alpha", "Beta"]],
      ["department=cse&department=", ["Alpha"]],
      ["department=", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
      ["department=All", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
      ["department=%C3%89cole", ["Delta"]],
      ["department=%C3%A9COLE", ["Delta"]],
      ["department=Law", []],
      ["year=2019", ["Alpha"]],
      [`year=${encodeURIComponent("২০১৯")}`, ["Alpha"]],
      ["year=Select%20Year", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
      ["year=", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
      ["semester=3", ["Alpha"]],
      [`semester=${encodeURIComponent("৩")}`, ["Alpha"]],
      ["semester=3rd", ["Alpha"]],
      ["semester=Third%20Semester", ["Alpha"]],
      [`semester=${encodeURIComponent("৩য়")}`, ["Alpha"]],
      ["semester=L2T1", ["Beta"]],
      ["semester=2-1", ["Beta"]],
      ["semester=level%202%2C%20term%201", ["Beta"]],
      [`semester=${encodeURIComponent("২য় বর্ষ ১ম সেমিস্টার")}`, ["Beta"]],
      ["semester=5", []],
      ["semester=Honours", []],
      ["semester=Spring", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
      ["semester=", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
      ["search=L-2%20T-1", ["Alpha", "Beta"]],
      ["search=level%202%20term%201", ["Alpha", "Beta"]],
      ["search=3rd%20semester", ["Alpha", "Beta"]],
      ["search=spring%202011", ["Delta"]],
      ["year=2019&semester=1", []],
      ["examType=Final", ["Alpha"]],
      ["university=%C3%A9lite%20UNIVERSITY", ["Alpha"]],
      ["subject=alpha", ["Alpha"]],
      ["code=cse2103", ["Alpha"]],
      ["code=eee-2103", ["Beta"]],
      [`code=${encodeURIComponent("bba ১১০১")}`, ["তথ্য কাঠামো"]],
      ["search=cse2103", ["Alpha"]],
      ["search=CSE-2103", ["Alpha"]],
      ["search=CSE%202103", ["Alpha"]],
      [`search=${encodeURIComponent("CSE ২১০৩")}`, ["Alpha"]],
      ["search=EEE%202103", ["Beta"]],
      ["search=2103", ["Alpha", "Beta"]],
      ["search=bba1101", ["তথ্য কাঠামো"]],
      [`search=${encodeURIComponent("তথ্য")}`, ["তথ্য কাঠামো"]],
      [`search=${encodeURIComponent("কাঠামো তথ্য")}`, ["তথ্য কাঠামো"]],
      ["search=alp", ["Alpha"]],
      ["search=pha", []],
      ["search=lpha", ["Alpha"]],
      ["search=%25", []],
      // The search leaves out a word if no item has both words.
      ["search=alpha%20beta", ["Alpha"]],
      ["search=alpha%20beta&exact=1", []],
      ["search=%20%20", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
      ["status=Pending", []],
      ["status=approved", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
      ["status=", ["Alpha", "Beta", "Delta", "তথ্য কাঠামো"]],
    ])("GET /allQuestions?%s lists %j", async (query, expected) => {
      expect(await subjects(query)).toEqual(expected.toSorted());
      expect(await subjects(query, "student")).toEqual(expected.toSorted());
    });

    test.each([
      ["status=pending", ["Hidden"]],
      ["status=PENDING", ["Hidden"]],
      ["status=Cancelled", ["Gone"]],
      ["department=cse", ["Alpha", "Gone", "Hidden"]],
      ["", ["Alpha", "Beta", "Delta", "Gone", "Hidden", "তথ্য কাঠামো"]],
    ])("GET /allQuestions?%s lists %j for an admin", async (query, expected) => {
      expect(await subjects(query, "admin")).toEqual(expected);
    });
  });

  describe("pages of allQuestions and allLabs", () => {
    beforeAll(async () => {
      await insertItems(
        world.archive,
        "lab",
        Array.from({ length: 23 }, (_, index) => ({ fields: { labName: `Lab ${index}` }, createdAt: index })),
      );
      await insertItem(world.archive, "lab", { status: "Pending", createdAt: 99 });
    });

    const labs = async (query: string) => {
      const { body } = await world.visitor.get(`/api/allLabs?${query}`);
      if (Array.isArray(body)) return { names: body.map((lab) => Number(lab.labName.slice(4))) };
      return {
        count: body.count,
        names: body.allLabs.map((lab: { labName: string }) => Number(lab.labName.slice(4))),
      };
    };
    const from = (first: number, last: number) =>
      Array.from({ length: first - last + 1 }, (_, index) => first - index);

    test.each([
      ["page=0&size=10", from(22, 13)],
      ["page=1&size=10", from(12, 3)],
      ["page=2&size=10", from(2, 0)],
      ["page=3", []],
      ["page=1", from(12, 3)],
      ["size=5&page=4", from(2, 0)],
      [`page=${encodeURIComponent("২")}`, from(2, 0)],
      ["page=0&size=", from(22, 13)],
      ["page=0&size=1000000000", from(22, 0)],
    ])("GET /allLabs?%s returns one page, newest first, and the count of all labs", async (query, names) => {
      expect(await labs(query)).toEqual({ count: 23, names });
    });

    test.each([
      ["", from(22, 0)],
      ["page=&size=", from(22, 0)],
      ["size=5", from(22, 18)],
    ])(
      "GET /allLabs?%s returns the labs without a count, because the query names no page",
      async (query, names) => {
        expect(await labs(query)).toEqual({ names });
      },
    );
  });

  test("allQuestions without a page number returns the newest 1,000, the count of all and a link to the rest", async () => {
    const years = Array.from({ length: 1_005 }, (_, index) => ({
      fields: { year: "1999", subject: `Old ${index}` },
      createdAt: index,
    }));
    await insertItems(world.archive, "question", years);
    const { body, headers } = await world.visitor.get("/api/allQuestions?year=1999");
    expect(body.count).toBe(1_005);
    expect(body.allQuestions).toHaveLength(1_000);
    expect(body.allQuestions[0].subject).toBe("Old 1004");
    const [, next = ""] =
      /^<http:\/\/127\.0\.0\.1:3000(.*)>; rel="next"$/.exec(headers.get("link") ?? "") ?? [];
    const rest = await world.visitor.get(next);
    expect(rest.body.allQuestions.map(({ subject }: { subject: string }) => subject)).toEqual([
      "Old 4",
      "Old 3",
      "Old 2",
      "Old 1",
      "Old 0",
    ]);
    const paged = await world.visitor.get("/api/allQuestions?year=1999&page=0");
    expect([paged.body.allQuestions.length, paged.body.count, paged.headers.get("link")]).toEqual([
      10,
      1_005,
      null,
    ]);
  });

  test("GET /allLabs returns a count if the query names a page, and a bare array otherwise", async () => {
    const { archive, visitor, documented } = world;
    await insertItem(archive, "lab");
    const paged = documented("GET /allLabs", await visitor.get("/api/allLabs?page=0&size=10"));
    expect(Object.keys(paged)).toEqual(["allLabs", "count"]);
    const all = documented("GET /allLabs", await visitor.get("/api/allLabs"));
    expect(all.slice(0, paged.allLabs.length)).toEqual(paged.allLabs);
  });

  describe("lists that are bare arrays", () => {
    const TOTAL = 1_053;
    let made: string[];
    beforeAll(async () => {
      // Ten notes have the same time, so the order among them matters, too.
      const items = Array.from({ length: TOTAL }, (_, index) => ({
        fields: { topic: `Note ${index}` },
        createdAt: Math.floor(index / 10),
      }));
      made = await insertItems(world.archive, "note", items);
      await insertItem(world.archive, "note", { status: "Pending" });
    });

    async function follow(path: string): Promise<{ ids: string[]; sizes: number[] }> {
      const ids: string[] = [];
      const sizes: number[] = [];
      for (let next: string | undefined = path; next;) {
        const { status, body, headers } = await world.visitor.get(next);
        expect(status).toBe(200);
        sizes.push(body.length);
        ids.push(...body.map((item: { _id: string }) => item._id));
        const link = headers.get("link");
        expect(link ?? `<${world.archive.origin}/>; rel="next"`).toMatch(
          /^<http:\/\/127\.0\.0\.1:3000\/[^>]*>; rel="next"$/,
        );
        next = link?.slice(1 + world.archive.origin.length, link.indexOf(">"));
      }
      return { ids, sizes };
    }

    test("return the newest 1,000 items, and their links return every item exactly once", async () => {
      const { ids, sizes } = await follow("/api/allNotes");
      expect(sizes).toEqual([1_000, 53]);
      expect(ids.toSorted()).toEqual(made.toSorted());
    });

    test("keep the filters and the page size in their links", async () => {
      const { ids, sizes } = await follow("/api/allnotes?size=90&department=cse&department=EEE&search=note");
      expect(sizes).toEqual([...Array.from({ length: 11 }, () => 90), 63]);
      expect(ids.toSorted()).toEqual(made.toSorted());
    });

    test("return pages of ten items by default and of a hundred at most", async () => {
      const sizeOf = async (query: string) => (await world.visitor.get(`/api/allNotes?${query}`)).body.length;
      expect(await sizeOf("page=0")).toBe(10);
      expect(await sizeOf("page=105")).toBe(3);
      expect(await sizeOf("page=106")).toBe(0);
      expect(await sizeOf("size=1000000000&page=0")).toBe(100);
      expect(await sizeOf("page=1000000000000")).toBe(0);
    });
  });

  test("the API returns numbers as text, even if they were sent as numbers", async () => {
    const { student, admin, visitor } = world;
    const { insertedId } = (
      await student.post("/api/postBooks", payloadOf("book", { edition: 3, year: "২০১৫" }))
    ).body;
    await admin.put(`/api/BookStatusUpdate/${insertedId}`, { status: "Approved" });
    expect((await visitor.get("/api/allBooks")).body).toMatchObject([{ edition: "3", year: "2015" }]);
  });

  test.each(standaloneKinds.map((kind) => [kind.calls.lists[0], kind] as const))(
    "%s masks emails for everyone except the owner and admins",
    async (path, kind) => {
      const { archive, visitor, student, other, admin } = world;
      const id = await insertItem(archive, kind.name, { uploader: student });
      const emailFor = async (reader: World["visitor"]) => {
        const { body } = await reader.get(`/api/${path}?size=100`);
        const items: { _id: string; email: string }[] = Array.isArray(body) ? body : body[path as string];
        return items.find((item) => item._id === id)?.email;
      };
      expect([await emailFor(visitor), await emailFor(other)]).toEqual(["r…@example.edu", "r…@example.edu"]);
      expect([await emailFor(student), await emailFor(admin)]).toEqual([student.email, student.email]);
    },
  );

  test("the server logged no errors", () => expect(world.site.faults).toEqual([]));
});
