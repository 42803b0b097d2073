import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItem, payloadOf, PNG } from "../support/archive/factories.ts";
import { engines } from "../support/platform/archive.ts";
import { contributions, LINK } from "../support/api/spec-contributions.ts";
import { openWorld, type World } from "../support/api/world.ts";

const FILE_ID = "1Canonical".padEnd(33, "x");
const CANONICAL = `https://drive.google.com/file/d/${FILE_ID}/view`;

describe.each(engines)("the calls of spec §7 on %s", (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.archive.close());

  describe.each(contributions)(
    "$kind",
    ({ kind, create, mine, lists, wrapped, isBareWithoutPage, one, setStatus, form, also = {} }) => {
      const ownAt = (email: string) => `/api${mine.replace("{email}", email)}`;
      const oneAt = (id: string) => `/api${one.replace("{id}", id)}`;

      test(`POST ${create} creates an item that GET ${mine} and GET ${one} return`, async () => {
        const { student, documented } = world;
        const body = { ...form, userName: "Rahim", email: "rahim@example.edu", status: "Pending" };
        const { insertedId } = documented(`POST ${create}`, await student.post(`/api${create}`, body));
        const item = documented(`GET ${one}`, await student.get(oneAt(insertedId)));
        expect(item).toMatchObject({
          ...form,
          ...also,
          _id: insertedId,
          userName: "Rahim",
          email: "rahim@example.edu",
          status: "Pending",
        });
        expect(documented(`GET ${mine}`, await student.get(ownAt(student.email)))).toContainEqual(item);
      });

      test(`POST ${create} ignores status, userName and email`, async () => {
        const { student, other, documented } = world;
        const body = { ...form, status: "Approved", userName: { any: "thing" }, email: other.email };
        const { insertedId } = documented(`POST ${create}`, await student.post(`/api${create}`, body));
        expect((await student.get(oneAt(insertedId))).body).toMatchObject({
          userName: "Rahim",
          email: student.email,
          status: "Pending",
        });
        expect((await other.get(ownAt(other.email))).body).toEqual([]);
      });

      test.each(lists)("GET %s lists approved items, and pending ones only to an admin", async (path) => {
        const { archive, visitor, student, admin, documented } = world;
        const id = await insertItem(archive, kind, { uploader: student, fields: form });
        const pending = await insertItem(archive, kind, {
          uploader: student,
          status: "Pending",
          fields: form,
        });
        const items = async (reader: World["visitor"]) => {
          const body = documented(`GET ${path}`, await reader.get(`/api${path}`));
          if (!wrapped || isBareWithoutPage) return body;
          expect(Object.keys(body)).toEqual([wrapped, "count"]);
          expect(body.count).toBe(body[wrapped].length);
          return body[wrapped];
        };
        const shown = await items(visitor);
        expect(shown).toContainEqual(
          expect.objectContaining({
            ...form,
            ...also,
            _id: id,
            userName: "Rahim",
            email: "r…@example.edu",
            status: "Approved",
          }),
        );
        expect(shown.map((item: { _id: string }) => item._id)).not.toContain(pending);
        expect((await items(admin)).map((item: { _id: string }) => item._id)).toEqual(
          expect.arrayContaining([id, pending]),
        );
      });

      test.each(setStatus)("PUT %s sets the status", async (path) => {
        const { archive, admin, documented } = world;
        const id = await insertItem(archive, kind, { status: "Pending" });
        for (const [given, stored] of [
          ["approved", "Approved"],
          ["CANCELLED", "Cancelled"],
          [" Pending ", "Pending"],
        ]) {
          const answer = await admin.put(`/api${path.replace("{id}", id)}`, { status: given });
          expect(documented(`PUT ${path}`, answer)).toEqual({
            acknowledged: true,
            matchedCount: 1,
            modifiedCount: 1,
          });
          expect((await admin.get(oneAt(id))).body.status).toBe(stored);
        }
      });
    },
  );

  test.each(["/api/", "/api"])("GET %s returns the array of syllabi", async (path) => {
    const { visitor } = world;
    expect((await visitor.get(path)).body).toEqual((await visitor.get("/api/allSyllabus")).body);
  });

  test("GET /Test.json has four items, and the specification's client shows items 1 to 3", async () => {
    const { status, body } = await world.visitor.get("/Test.json");
    expect(status).toBe(200);
    expect(body).toHaveLength(4);
    expect(body.slice(1, 4).map((item: { id: number }) => item.id)).toEqual([1, 2, 3]);
    for (const item of body) {
      for (const name of ["subject", "department", "semester", "code", "year", "driveLink", "url"])
        expect(item[name]).toBeTruthy();
      expect(item.url.slice(32, 65)).toHaveLength(33);
    }
  });

  test("POST /addQuestionSolve adds an answer, GET /questionSolve/{id} lists it, and PUT /AnswerStatusUpdate/{id} hides it", async () => {
    const { archive, visitor, student, other, admin, documented } = world;
    const facts = { subject: "Networks", year: "2016", code: "CSE 3205", department: "CSE" };
    const questionId = await insertItem(archive, "question", { uploader: student, fields: facts });
    const copied = {
      subject: "Forged",
      year: "1999",
      code: "X 1",
      department: "bba",
      userName: "Forged",
      email: "f@example.edu",
    };
    const body = { solveNumber: 2, solveDriveLink: LINK, questionId, ...copied };
    const { insertedId } = documented(
      "POST /addQuestionSolve",
      await other.post("/api/addQuestionSolve", body),
    );
    const answers = documented(
      "GET /questionSolve/{id}",
      await visitor.get(`/api/questionSolve/${questionId}`),
    );
    expect(answers).toEqual([
      {
        ...facts,
        _id: insertedId,
        questionId,
        solveNumber: "2",
        solveDriveLink: LINK,
        driveLink: LINK,
        userName: "Karim",
        email: "k…@example.edu",
        status: "Approved",
        version: 1,
        createdAt: answers[0].createdAt,
      },
    ]);
    expect((await visitor.get(`/api/question/${questionId}`)).body.answerCount).toBe(1);

    const set = async (status: string) =>
      documented(
        "PUT /AnswerStatusUpdate/{id}",
        await admin.put(`/api/AnswerStatusUpdate/${insertedId}`, { status }),
      );
    expect(await set("cancelled")).toMatchObject({ modifiedCount: 1 });
    expect((await visitor.get(`/api/questionSolve/${questionId}`)).body).toEqual([]);
    expect((await visitor.get(`/api/question/${questionId}`)).body.answerCount).toBe(0);
    expect((await admin.get(`/api/questionSolve/${questionId}`)).body).toMatchObject([
      { _id: insertedId, status: "Cancelled" },
    ]);
    expect(await set("approved")).toMatchObject({ modifiedCount: 1 });
    expect((await visitor.get(`/api/questionSolve/${questionId}`)).body).toHaveLength(1);
  });

  test("calls accept driveLink for an answer, LabReportName for a lab and BlogImg for a blog", async () => {
    const { archive, student, documented } = world;
    const questionId = await insertItem(archive, "question");
    const answer = documented(
      "POST /addQuestionSolve",
      await student.post("/api/addQuestionSolve", { solveNumber: "1", driveLink: LINK, questionId }),
    );
    expect((await student.get(`/api/answer/${answer.insertedId}`)).body).toMatchObject({
      solveDriveLink: LINK,
      driveLink: LINK,
    });
    const { labName, ...labForm } = payloadOf("lab");
    const lab = documented(
      "POST /postLabs",
      await student.post("/api/postLabs", { ...labForm, LabReportName: labName }),
    );
    expect((await student.get(`/api/lab/${lab.insertedId}`)).body).toMatchObject({
      labName,
      LabReportName: labName,
    });
    const { blogImg, ...blogForm } = payloadOf("blog");
    const blog = documented(
      "POST /postBlogs",
      await student.post("/api/postBlogs", { ...blogForm, BlogImg: blogImg }),
    );
    expect((await student.get(`/api/blog/${blog.insertedId}`)).body).toMatchObject({
      blogImg,
      BlogImg: blogImg,
    });
  });

  test("a blog image can be a data URL, and is served as a file to readers who may see the blog", async () => {
    const { visitor, student, admin, archive } = world;
    const { insertedId } = (await student.post("/api/postBlogs", payloadOf("blog", { blogImg: PNG }))).body;
    const { blogImg } = (await student.get(`/api/blog/${insertedId}`)).body;
    expect(blogImg).toMatch(new RegExp(`^${archive.origin}/files/[0-9a-f]{32}$`));
    const file = blogImg.slice(archive.origin.length);
    expect((await visitor.get(file)).status).toBe(404);
    expect((await student.get(file)).headers.get("content-type")).toBe("image/webp");
    await admin.put(`/api/BlogStatusUpdate/${insertedId}`, { status: "approved" });
    expect((await visitor.get(file)).status).toBe(200);
  });

  test("the id of a drive link's file is its characters 32 to 65, as in spec §3", async () => {
    const { archive, visitor } = world;
    const id = await insertItem(archive, "book", { fields: { driveLink: LINK } });
    expect((await visitor.get(`/api/book/${id}`)).body.driveLink.slice(32, 65)).toBe(
      "1DriveSpec".padEnd(33, "x"),
    );
  });

  test.each([
    [`drive.google.com/file/d/${FILE_ID}/view?usp=sharing`, CANONICAL],
    [`http://drive.google.com/open?id=${FILE_ID}`, CANONICAL],
    [`https://drive.google.com/file/u/0/d/${FILE_ID}/edit?resourcekey=0-aB`, `${CANONICAL}?resourcekey=0-aB`],
    [`https://drive.google.com/uc?export=download&id=${FILE_ID}`, CANONICAL],
    [
      `http://docs.google.com/document/d/${FILE_ID}/edit`,
      `https://docs.google.com/document/d/${FILE_ID}/edit`,
    ],
    [
      `https://drive.google.com/drive/folders/${FILE_ID}`,
      `https://drive.google.com/drive/folders/${FILE_ID}`,
    ],
    ["https://example.edu/paper.pdf", "https://example.edu/paper.pdf"],
  ])("calls return the link %s as %s", async (driveLink, leaves) => {
    const { student, documented } = world;
    for (const { create, one, form } of contributions.filter((kind) => "driveLink" in kind.form)) {
      const body = { ...form, driveLink };
      const { insertedId } = documented(`POST ${create}`, await student.post(`/api${create}`, body));
      const item = documented(`GET ${one}`, await student.get(`/api${one.replace("{id}", insertedId)}`));
      expect(item.driveLink).toBe(leaves);
    }
  });

  test.each([
    ["year", 2_018],
    ["semester", 4],
  ])("a question's %s can be a number", async (name, value) => {
    const { student } = world;
    const { insertedId } = (await student.post("/api/postQuestion", payloadOf("question", { [name]: value })))
      .body;
    expect((await student.get(`/api/question/${insertedId}`)).body[name]).toBe(String(value));
  });

  test.each(["3rd", "L-2 T-1", "2-1", "Level 2 Term 1", "Spring", "Fall 2022", "২য়", "III", ""])(
    "calls return a question's semester %j as it was written",
    async (semester) => {
      const { student, documented } = world;
      const call = documented(
        "POST /postQuestion",
        await student.post("/api/postQuestion", payloadOf("question", { semester })),
      );
      const one = documented("GET /question/{id}", await student.get(`/api/question/${call.insertedId}`));
      expect(one.semester).toBe(semester.normalize("NFC"));
    },
  );

  test("calls and lists return an empty semester for a question without a semester", async () => {
    const { archive, student, visitor } = world;
    const { semester: _none, ...payload } = payloadOf("question", { subject: "No semester" });
    const { insertedId } = (await student.post("/api/postQuestion", payload)).body;
    expect((await student.get(`/api/question/${insertedId}`)).body.semester).toBe("");
    const id = await insertItem(archive, "question", { fields: { semester: "", subject: "No semester" } });
    const { allQuestions } = (await visitor.get("/api/allQuestions?subject=no+semester")).body;
    expect(allQuestions).toMatchObject([{ _id: id, semester: "" }]);
  });

  test("calls return a book's edition and an answer's question number as they were written", async () => {
    const { archive, student } = world;
    const book = (await student.post("/api/postBooks", payloadOf("book", { edition: "2nd Edition" }))).body;
    expect((await student.get(`/api/book/${book.insertedId}`)).body.edition).toBe("2nd Edition");
    const questionId = await insertItem(archive, "question");
    const answer = payloadOf("answer", { questionId, solveNumber: "1(a)" });
    const { insertedId } = (await student.post("/api/addQuestionSolve", answer)).body;
    expect((await student.get(`/api/answer/${insertedId}`)).body.solveNumber).toBe("1(a)");
  });

  test("none of these calls causes a server error", () => expect(world.site.faults).toEqual([]));
});
