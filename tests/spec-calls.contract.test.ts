import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { driveLink, insertItem, insertPerson, payloadOf, PNG, unique } from "./factories.ts";
import { engines } from "./support/archive.ts";
import { openWorld, type World } from "./support/world.ts";

const LINK = driveLink("Spec");

/** Spec §7 by hand: the calls of each kind, and a payload and an answer with the names of spec §3. */
const contributions = [
  {
    kind: "question",
    create: "/postQuestion",
    mine: "/myQuestions/{email}",
    lists: ["/allQuestions"],
    wrapped: "allQuestions",
    one: "/question/{id}",
    setStatus: "/QuestionStatusUpdate/{id}",
    form: {
      department: "CSE",
      subject: "Data Structures",
      code: "CSE 2103",
      semester: "3",
      year: "2019",
      driveLink: LINK,
    },
  },
  {
    kind: "book",
    create: "/postBooks",
    mine: "/myBooks/{email}",
    lists: ["/allBooks"],
    one: "/book/{id}",
    setStatus: "/BookStatusUpdate/{id}",
    form: {
      bookName: "CLRS",
      author: "Cormen",
      subject: "Algorithms",
      edition: "4",
      year: "2022",
      driveLink: LINK,
    },
  },
  {
    kind: "note",
    create: "/postNotes",
    mine: "/mynotes/{email}",
    lists: ["/allNotes", "/allnotes"],
    one: "/note/{id}",
    setStatus: "/notesStatusUpdate/{id}",
    form: { topic: "Binary trees", department: "CSE", subject: "Data Structures", driveLink: LINK },
  },
  {
    kind: "lab",
    create: "/postLabs",
    mine: "/myLabs/{email}",
    lists: ["/allLabs"],
    wrapped: "allLabs",
    one: "/lab/{id}",
    setStatus: "/LabStatusUpdate/{id}",
    form: { labName: "Ohm's law", department: "ece", subject: "Circuits", year: "2018", driveLink: LINK },
    also: { LabReportName: "Ohm's law" },
  },
  {
    kind: "syllabus",
    create: "/postSyllabus",
    mine: "/mySyllabus/{email}",
    lists: ["/allSyllabus", "/"],
    one: "/syllabus/{id}",
    setStatus: "/SyllabusStatusUpdate/{id}",
    form: { syllabusName: "CSE", year: "2020", driveLink: LINK },
  },
  {
    kind: "blog",
    create: "/postBlogs",
    mine: "/myBlogs/{email}",
    lists: ["/allBlogs"],
    one: "/blog/{id}",
    setStatus: "/BlogStatusUpdate/{id}",
    form: { topic: "Exams", blog: "Sleep first.\n\nThen read.", blogImg: "https://example.edu/a.png" },
    also: { BlogImg: "https://example.edu/a.png" },
  },
];

describe.each(engines)("the calls of spec §7 on %s", (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.archive.close());

  test("GET /users/{email}", async () => {
    const { student, admin, documented } = world;
    const own = documented("GET /users/{email}", await student.get("/api/users/RAHIM@example.edu"));
    expect(own).toMatchObject({
      email: "rahim@example.edu",
      displayName: "Rahim",
      role: "student",
      department: null,
    });
    expect(documented("GET /users/{email}", await student.get("/api/users/rahim%40example.edu"))).toEqual(
      own,
    );
    expect(documented("GET /users/{email}", await admin.get("/api/users/admin@example.edu")).role).toBe(
      "admin",
    );
  });

  test("PUT /users", async () => {
    const { documented, person } = world;
    const someone = await person(`Popup${unique()}`);
    const saved = documented(
      "PUT /users",
      await someone.put("/api/users", { email: someone.email, displayName: "After popup" }),
    );
    expect(saved.modifiedCount).toBe(1);
    const again = await someone.put("/api/users", {
      email: someone.email.toUpperCase(),
      displayName: "After popup",
    });
    expect(documented("PUT /users", again)).toEqual({
      acknowledged: true,
      matchedCount: 1,
      modifiedCount: 0,
    });
    expect((await someone.get(`/api/users/${someone.email}`)).body.displayName).toBe("After popup");
  });

  test("POST /users", async () => {
    const { documented, person } = world;
    const someone = await person(`Registered${unique()}`);
    const answer = await someone.post("/api/users", { email: someone.email, displayName: "Registered" });
    expect(documented("POST /users", answer).insertedId).toBe(someone.id);
    expect((await someone.get(`/api/users/${someone.email}`)).body.displayName).toBe("Registered");
  });

  test("PUT /updateUser", async () => {
    const { documented, person } = world;
    const someone = await person(`Profile${unique()}`);
    const profile = {
      displayName: "রহিম",
      photoURL: "https://example.edu/me.png",
      department: "CSE",
      university: "BUET",
    };
    const answer = await someone.put("/api/updateUser", {
      ...profile,
      email: someone.email,
      roll: 1_903_042,
      complete: true,
    });
    expect(documented("PUT /updateUser", answer).modifiedCount).toBe(1);
    const stored = documented("GET /users/{email}", await someone.get(`/api/users/${someone.email}`));
    expect(stored).toMatchObject({ ...profile, roll: "1903042", complete: true, role: "student" });
  });

  test("PUT /users/admin", async () => {
    const { archive, admin, documented } = world;
    const email = await insertPerson(archive);
    const make = async (address: string) =>
      documented("PUT /users/admin", await admin.put("/api/users/admin", { email: address }));
    expect(await make(` ${email.toUpperCase()} `)).toEqual({
      acknowledged: true,
      matchedCount: 1,
      modifiedCount: 1,
    });
    expect(await make(email)).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 });
    expect(await make("nobody@example.edu")).toEqual({
      acknowledged: true,
      matchedCount: 0,
      modifiedCount: 0,
    });
    expect((await admin.get(`/api/users/${email}`)).body.role).toBe("admin");
  });

  test("GET /review and POST /review", async () => {
    const { student, visitor, documented } = world;
    const foreign = { name: "Somebody else", email: "else@example.edu" };
    const answer = await student.post("/api/review", {
      ...foreign,
      comment: "Saved my\nsemester",
      rating: 4.5,
    });
    const { insertedId } = documented("POST /review", answer);
    const reviews = documented("GET /review", await visitor.get("/api/review"));
    expect(reviews).toEqual([
      {
        _id: insertedId,
        name: "Rahim",
        email: "r…@example.edu",
        comment: "Saved my\nsemester",
        rating: "4.5",
      },
    ]);
  });

  describe.each(contributions)(
    "$kind",
    ({ kind, create, mine, lists, wrapped, one, setStatus, form, also = {} }) => {
      const ownAt = (email: string) => `/api${mine.replace("{email}", email)}`;
      const oneAt = (id: string) => `/api${one.replace("{id}", id)}`;

      test(`POST ${create}, GET ${mine}, GET ${one}`, async () => {
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

      test.each(lists)("GET %s", async (path) => {
        const { archive, visitor, student, admin, documented } = world;
        const id = await insertItem(archive, kind, { uploader: student, fields: form });
        const pending = await insertItem(archive, kind, {
          uploader: student,
          status: "Pending",
          fields: form,
        });
        const items = async (reader: World["visitor"]) => {
          const body = documented(`GET ${path}`, await reader.get(`/api${path}`));
          if (!wrapped) return body;
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

      test(`PUT ${setStatus}`, async () => {
        const { archive, admin, documented } = world;
        const id = await insertItem(archive, kind, { status: "Pending" });
        for (const [given, stored] of [
          ["approved", "Approved"],
          ["CANCELLED", "Cancelled"],
          [" Pending ", "Pending"],
        ]) {
          const answer = await admin.put(`/api${setStatus.replace("{id}", id)}`, { status: given });
          expect(documented(`PUT ${setStatus}`, answer)).toEqual({
            acknowledged: true,
            matchedCount: 1,
            modifiedCount: 1,
          });
          expect((await admin.get(oneAt(id))).body.status).toBe(stored);
        }
      });
    },
  );

  test.each(["/api/", "/api"])("GET %s is the array of syllabus", async (path) => {
    const { visitor } = world;
    expect((await visitor.get(path)).body).toEqual((await visitor.get("/api/allSyllabus")).body);
  });

  test("POST /addQuestionSolve, GET /questionSolve/{id}, PUT /AnswerStatusUpdate/{id}", async () => {
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

  test("an answer may be sent as driveLink, a lab as LabReportName, a blog as BlogImg", async () => {
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

  test("a blog image may be a data URL, which is kept as a file and served to whoever may see the blog", async () => {
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

  test("a drive link's file id is its characters 32 to 65, as spec §3 has it", async () => {
    const { archive, visitor } = world;
    const id = await insertItem(archive, "book", { fields: { driveLink: LINK } });
    expect((await visitor.get(`/api/book/${id}`)).body.driveLink.slice(32, 65)).toBe(
      "1DriveSpec".padEnd(33, "x"),
    );
  });

  test.each(["year", "semester"])("a question's %s may be a number", async (name) => {
    const { student } = world;
    const { insertedId } = (await student.post("/api/postQuestion", payloadOf("question", { [name]: 2_018 })))
      .body;
    expect((await student.get(`/api/question/${insertedId}`)).body[name]).toBe("2018");
  });

  test("nothing of this was a fault of ours", () => expect(world.site.faults).toEqual([]));
});
