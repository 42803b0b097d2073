import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiOperations } from "../../src/api/api.ts";
import { builtPages } from "../../src/process/pages.ts";
import { kinds, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { driveLink, payloadOf } from "../support/archive/factories.ts";
import { engines, openTestArchive, TEST_PASSWORD, type TestArchive } from "../support/platform/archive.ts";
import { type Client, openSite } from "../support/api/site.ts";

/** A word in the texts and the link of one kind's item only. Requests spell it in lower case. */
const canary = (kind: string) => `Canary${kind.toUpperCase()}`;

/** The payload of an item with the canary in its link and in each free-text field. */
function canaryPayload(kindName: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const word = canary(kindName);
  const payload = payloadOf(kindName, changes);
  for (const [name, value] of Object.entries(payload)) {
    if (typeof value !== "string" || name in changes) continue;
    if (value.startsWith("https://drive")) payload[name] = driveLink(word);
    else if (value.startsWith("https://")) payload[name] = `https://example.edu/${word}.png`;
    else if (value.startsWith("A ") || value.startsWith("The ")) payload[name] = `${word} ${value}`;
  }
  return payload;
}

describe.each(engines)("the main job over HTTP on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let visitor: Client;
  let contributor: Client;
  let answerer: Client;
  let admin: Client;
  /** Ids of the contributed items, by kind. */
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    site = openSite(archive, await builtPages());
    visitor = site.as();
  });
  afterAll(() => archive.close());

  /** Signs up or logs in. @returns a client with the session's cookies */
  async function entered(by: "sign-up" | "sign-in", fields: object): Promise<Client> {
    const { status, headers } = await visitor.post(`/api/auth/${by}/email`, {
      ...fields,
      password: TEST_PASSWORD,
    });
    expect(status).toBe(by === "sign-up" ? 201 : 200);
    return site.as(
      headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
    );
  }
  const register = (name: string): Promise<Client> =>
    entered("sign-up", { name, email: `${name.toLowerCase()}@example.edu` });

  /** Every address that a visitor can request: calls and pages with each id and email, lists with each filter. */
  function* addresses(): Generator<string> {
    const queries = [
      "",
      "status=Pending",
      "status=Cancelled",
      "department=CSE",
      "year=2019",
      "page=0&size=100",
      "size=1000000000",
    ];
    const searches = kinds.map((kind) => `search=${canary(kind.name).toLowerCase()}`);
    const calls = apiOperations({ services: archive.services, origin: archive.origin }).filter(
      (operation) => operation.method === "get",
    );
    const lists = standaloneKinds.flatMap((kind) => kind.pages.lists);
    for (const { paths, query } of calls) {
      for (const path of paths) {
        for (const filled of fill(`/api${path}`))
          yield* query ? [...queries, ...searches].map((one) => `${filled}?${one}`) : [filled];
      }
    }
    for (const path of lists) yield* [...queries, ...searches].map((one) => `${path}?${one}`);
    for (const kind of standaloneKinds) yield* fill(`${kind.pages.details}/{id}`);
    yield* ["/", "/home", "/forum", "/contact", "/api/docs", "/api/openapi.json"];
  }

  function fill(path: string): string[] {
    if (path.includes("{email}"))
      return ["contributor", "answerer"].map((name) => path.replace("{email}", `${name}@example.edu`));
    return path.includes("{id}") ? Object.values(ids).map((id) => path.replace("{id}", id)) : [path];
  }

  /** The addresses that show this reader each kind's canary. A kind without such an address is absent. */
  async function sightings(reader = visitor): Promise<Record<string, string[]>> {
    const seen: Record<string, string[]> = {};
    for (const address of addresses()) {
      const { text, headers } = await reader.get(address);
      const answer = `${text}${JSON.stringify([...headers])}`;
      for (const { name } of kinds) if (answer.includes(canary(name))) (seen[name] ??= []).push(address);
    }
    return seen;
  }

  const setStatus = async (kindName: string, status: string) => {
    const kind = kinds.find((candidate) => candidate.name === kindName);
    const answer = await admin.put(`/api/${kind?.calls.setStatus[0]}/${ids[kindName]}`, { status });
    expect(answer.body).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
  };

  test("three people sign up, and one of them becomes an admin", async () => {
    [contributor, answerer, admin] = [
      await register("Contributor"),
      await register("Answerer"),
      await register("Admin"),
    ];
    await archive.services.people.setRoleAsOperator("admin@example.edu", "admin");
    // A session from before the grant has no admin rights.
    expect((await admin.get("/api/users/admin@example.edu")).status).toBe(404);
    admin = await entered("sign-in", { email: "admin@example.edu" });
    expect((await admin.get("/api/users/admin@example.edu")).body.role).toBe("admin");
  });

  test("a student contributes one item of each of six kinds", async () => {
    for (const kind of standaloneKinds) {
      const { status, body } = await contributor.post(`/api/${kind.calls.create}`, canaryPayload(kind.name));
      expect(status).toBe(201);
      ids[kind.name] = body.insertedId;
      const own = (await contributor.get(`/api/${kind.calls.mine[0]}/contributor@example.edu`)).body;
      expect(own).toMatchObject([{ _id: ids[kind.name], status: "Pending" }]);
    }
    expect(Object.keys(ids)).toHaveLength(6);
  });

  test("no visitor and no other student sees the pending items anywhere", async () => {
    expect(await sightings()).toEqual({});
    expect(await sightings(answerer)).toEqual({});
  });

  test("nobody can answer a pending question", async () => {
    const body = canaryPayload("answer", { questionId: ids["question"] });
    for (const person of [answerer, contributor, admin]) {
      expect((await person.post("/api/addQuestionSolve", body)).status).toBe(404);
    }
  });

  test("an admin approves the items, and visitors see them in lists, details and filters", async () => {
    for (const kind of standaloneKinds) await setStatus(kind.name, "approved");
    const sighted = await sightings();
    for (const kind of standaloneKinds) {
      const seen = sighted[kind.name] ?? [];
      const list = kind.calls.lists.map((path) => `/api/${path}`);
      const search = `search=${canary(kind.name).toLowerCase()}`;
      expect(seen).toEqual(
        expect.arrayContaining(
          [...list, ...kind.pages.lists].flatMap((path) => [`${path}?`, `${path}?${search}`]),
        ),
      );
      expect(seen).toEqual(
        expect.arrayContaining([
          `/api/${kind.calls.one}/${ids[kind.name]}`,
          `${kind.pages.details}/${ids[kind.name]}`,
        ]),
      );
      const filters = { department: "department=CSE", year: "year=2019" };
      for (const [name, query] of Object.entries(filters)) {
        const field = kind.fields[name];
        if (field)
          expect(seen).toEqual(
            expect.arrayContaining([`${list[0]}?${query}`, `${kind.pages.lists[0]}?${query}`]),
          );
      }
      expect(seen.some((path) => /^\/api.*status=(Pending|Cancelled)/.test(path))).toBe(false);
      expect(seen.some((path) => path.includes("@"))).toBe(false);
    }
  });

  test("another student answers the question, and the answer is listed at once", async () => {
    const body = canaryPayload("answer", { questionId: ids["question"] });
    const { status, body: created } = await answerer.post("/api/addQuestionSolve", body);
    expect(status).toBe(201);
    ids["answer"] = created.insertedId;
    expect((await visitor.get(`/api/questionSolve/${ids["question"]}`)).body).toMatchObject([
      { _id: ids["answer"], userName: "Answerer" },
    ]);
    expect((await sightings())["answer"]).toEqual([
      "/api/search?search=canaryquestion",
      `/api/answer/${ids["answer"]}`,
      `/api/questionSolve/${ids["question"]}`,
      `/question-details/${ids["question"]}`,
    ]);
  });

  test("an admin cancels the answer, and it disappears everywhere", async () => {
    await setStatus("answer", "Cancelled");
    expect(await sightings()).not.toHaveProperty("answer");
    expect((await visitor.get(`/api/question/${ids["question"]}`)).body.answerCount).toBe(0);
  });

  test("an admin restores the answer and cancels the question, and both disappear everywhere", async () => {
    await setStatus("answer", "Approved");
    expect((await visitor.get(`/api/questionSolve/${ids["question"]}`)).body).toHaveLength(1);
    await setStatus("question", "Cancelled");
    const seen = await sightings();
    expect(Object.keys(seen).toSorted()).toEqual(["blog", "book", "lab", "note", "syllabus"]);
    expect((await visitor.get("/api/allQuestions")).body).toEqual({ allQuestions: [], count: 0 });
    expect(
      (
        await contributor.post(
          "/api/addQuestionSolve",
          canaryPayload("answer", { questionId: ids["question"] }),
        )
      ).status,
    ).toBe(404);
  });

  test("the other items disappear everywhere when an admin cancels them", async () => {
    for (const kind of ["syllabus", "blog", "note", "lab", "book"]) await setStatus(kind, "cancelled");
    expect(await sightings()).toEqual({});
  });

  test("the contributor still finds cancelled items in their own lists, and the admin finds them in all lists", async () => {
    for (const kind of standaloneKinds) {
      expect(
        (await contributor.get(`/api/${kind.calls.mine[0]}/contributor@example.edu`)).body,
      ).toMatchObject([{ status: "Cancelled" }]);
    }
    const seen = await sightings(admin);
    for (const kind of standaloneKinds)
      expect(seen[kind.name]).toContain(`/api/${kind.calls.lists[0]}?status=Cancelled`);
  });

  test("the server logged no errors", () => expect(site.faults).toEqual([]));
});
