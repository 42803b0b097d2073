import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages, type Pages } from "../../src/process/pages.ts";
import { limitRates, type Rates } from "../../src/server/platform/limits/rates.ts";
import { messagesIn } from "../../src/shared/messages/index.ts";
import { insertItem, payloadOf } from "../support/archive/factories.ts";
import { engines, openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { type Answer, type Client, openSite } from "../support/api/site.ts";

/** A limit of one attempt in three minutes. */
const once = { tries: 1, per: 180_000 };
const RATES: Rates = {
  ...limitRates,
  contact: { address: once },
  review: { account: once },
  answer: { account: once },
  contribution: { account: once },
};
const WAIT = "Too many attempts. Try again in 3 minutes.";
const form = (fields: Record<string, string>) => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://127.0.0.1:3000" },
  body: new URLSearchParams(fields).toString(),
});

let pages: Pages;
beforeAll(async () => {
  pages = await builtPages();
});

describe.each(engines)("a person above a limit on %s", (engine) => {
  let archive: TestArchive;
  let site: ReturnType<typeof openSite>;
  let student: Client;
  let other: Client;
  beforeAll(async () => {
    archive = await openTestArchive(engine, { clock: () => Date.UTC(2026, 0), rates: RATES });
    site = openSite(archive, pages);
    student = site.as((await archive.signUp("Rahim")).cookie);
    other = site.as((await archive.signUp("Karim")).cookie);
  });
  afterAll(() => archive.close());

  const expectWait = (answer: Answer) => {
    expect(answer.status, answer.text).toBe(429);
    expect(answer.headers.get("retry-after")).toBe("180");
    expect(answer.text).toContain(WAIT);
  };

  test("gets the form back with the waiting time and the typed text", async () => {
    const fields = { name: "Rahim", email: "rahim@example.edu", sub: "A subject", mess: "A long message" };
    expect((await site.as().send("/contact", form(fields))).status).toBe(303);
    const answer = await site.as().send("/contact", form(fields));
    expectWait(answer);
    expect(answer.text).toContain(`<h2>${WAIT}</h2>`);
    for (const typed of Object.values(fields)) expect(answer.text).toContain(typed);
    // A form with an invalid field is refused for that field, and does not count towards the limit.
    expect((await site.as().send("/contact", form({ ...fields, name: "" }))).status).toBe(400);
  });

  test("also gets the form back if a script sends it", async () => {
    const review = { comment: "Good", rating: "5" };
    expect((await student.post("/api/review", review)).status).toBe(201);
    const document = await student.send("/dashboard/user-review", form(review));
    expectWait(document);
    expectWait(await student.send("/dashboard/user-review.data", form(review)));
    expect((await other.post("/api/review", review)).status).toBe(201);
  });

  test("gets the same problem from the API, as JSON", async () => {
    const questionId = await insertItem(archive, "question");
    const body = { solveNumber: "1", solveDriveLink: "https://example.edu/a.pdf", questionId };
    expect((await student.post("/api/addQuestionSolve", body)).status).toBe(201);
    const answer = await student.post("/api/addQuestionSolve", body);
    expectWait(answer);
    expect(answer.body).toEqual({ error: { code: "too_many_requests", message: WAIT } });
    // Each kind and each person has a separate limit.
    expect((await student.post("/api/postNotes", payloadOf("note"))).status).toBe(201);
    expectWait(await student.post("/api/postBooks", payloadOf("book")));
    expect((await other.post("/api/addQuestionSolve", body)).status).toBe(201);
  });

  test("causes no error in the server", () => expect(site.faults).toEqual([]));
});

test.each([
  [1, "1 second"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [5_400, "90 minutes"],
  [5_401, "2 hours"],
  [86_400, "24 hours"],
])("a wait of %s seconds is shown as %s", (seconds, shown) => {
  expect(messagesIn("en").tooManyTries(seconds)).toBe(`Too many attempts. Try again in ${shown}.`);
});
