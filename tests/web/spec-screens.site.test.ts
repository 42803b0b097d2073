import { linkName } from "../../src/shared/files/files.ts";
import { problems } from "../../src/shared/messages/en-problems.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtPages } from "../../src/process/pages.ts";
import { kindNamed, standaloneKinds } from "../../src/shared/kinds/index.ts";
import { insertItem, insertItems } from "../support/archive/factories.ts";
import { openTestArchive, type TestArchive } from "../support/platform/archive.ts";
import { type Client, openSite } from "../support/api/site.ts";
import { main, pieces, textOf } from "../support/web/page-text.ts";

let archive: TestArchive;
let site: ReturnType<typeof openSite>;
let visitor: Client;
let student: Client;
const ids: Record<string, string> = {};

const titles: Record<string, Record<string, string>> = {
  question: { subject: "Networks", code: "CSE 3205", semester: "5", year: "2016", department: "ece" },
  book: { bookName: "Algorithms", author: "Sample Author", subject: "CSE", edition: "3", year: "2009" },
  note: { topic: "Trees", department: "bba", subject: "Graphs" },
  lab: { labName: "Ohm's law", subject: "Circuits", year: "2020" },
  syllabus: { syllabusName: "CSE", year: "2021" },
  blog: { topic: "How to revise", blog: "Begin **early**." },
};

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  site = openSite(archive, await builtPages());
  visitor = site.as();
  const { actor, cookie } = await archive.signUp("Rahim");
  student = site.as(cookie);
  await insertItems(
    archive,
    "lab",
    Array.from({ length: 10 }, () => ({})),
  );
  for (const [kind, fields] of Object.entries(titles))
    ids[kind] = await insertItem(archive, kind, { uploader: actor, fields });
});
afterAll(async () => {
  expect(site.faults).toEqual([]);
  await archive.close();
});

/** The first card that contains the words. */
const cardOf = (html: string, words: string): string =>
  html.match(/<article[\s\S]*?<\/article>/g)?.find((card) => card.includes(words)) ?? "";

describe("lists (spec §2)", () => {
  test.each([
    ["/allQuestions", "Find All Questions"],
    ["/find-questions", "Find All Questions"],
    ["/allBooks", "Books Collection"],
    ["/allSyllabus", "Syllabus"],
    ["/allBlogs", "All Blogs"],
    ["/allNotes", "Important Notes"],
    ["/allLabs", "Lab Reports and Solutions"],
  ])("%s has the heading %s", async (path, heading) => {
    expect(pieces(await main(visitor, path), /<h1[^>]*>(.*?)<\/h1>/g)).toEqual([heading]);
  });

  test("the list of questions has a search box, department checkboxes and a year dropdown from Select Year to 2010", async () => {
    const html = await main(visitor, "/find-questions");
    expect(html).toMatch(/<input type="search"[^>]* name="search"\/><button>Search<\/button>/);
    const boxes = [...html.matchAll(/name="department"[^>]*value="(\w*)"[^>]*>\s*<span>(\w+)/g)];
    expect(boxes.slice(0, 4).map(([, value, label]) => [value, label])).toEqual([
      ["", "All"],
      ["CSE", "CSE"],
      ["ece", "EEE"],
      ["bba", "BBA"],
    ]);
    // The checkbox All is first, and only this checkbox is checked.
    expect(boxes.map(([box]) => box.includes("checked"))).toEqual(boxes.map((_box, place) => place === 0));
    const years = pieces(
      /<select[^>]*name="year"[\s\S]*?<\/select>/.exec(html)?.[0] ?? "",
      /<option[^>]*>(.*?)<\/option>/g,
    );
    const present = new Date().getFullYear();
    expect(years.map((year) => year.replace(/ \(\d+\)$/, ""))).toEqual([
      "Select Year",
      ...Array.from({ length: present - 2009 }, (_, index) => String(present - index)),
    ]);
  });

  test("a question's card has its details, a download and View Answer", async () => {
    const card = cardOf(await main(visitor, "/allQuestions"), "Networks");
    for (const words of ["CSE 3205", "EEE", "5th semester", "Networks", "2016", "Download"])
      expect(textOf(card)).toContain(words);
    expect(card).toMatch(
      new RegExp(`<a class="button quiet" href="/question-details/${ids["question"]}">View Answer`),
    );
    expect(card).toContain('href="https://drive.google.com/');
  });

  test("the cards of books, notes and labs have their details, a download and a link to the item", async () => {
    for (const [kind, open, facts] of [
      ["book", "See Book", ["Algorithms", "Sample Author", "CSE", "Edition 3", "2009"]],
      ["note", "See Note", ["Trees", "BBA", "Graphs", "Shared by Rahim"]],
      ["lab", "See Lab", ["Ohm's law", "Circuits", "2020"]],
    ] as const) {
      const { pages, title } = kindNamed(kind);
      const name = titles[kind]?.[title] as string;
      const lists = await main(visitor, `${pages.lists[0]}?search=${encodeURIComponent(name)}`);
      const card = textOf(cardOf(lists, name.replace("'", "&#x27;")));
      for (const words of [...facts, open, "Download"]) expect(card, kind).toContain(words);
    }
  });

  test("a blog's card has cover, topic, date, author and text, and shows the full email only to logged-in people", async () => {
    const card = cardOf(await main(visitor, "/allBlogs"), "How to revise");
    expect(card).toMatch(/<img class="item-banner" src="https:\/\/example\.edu\/covers\/\d+\.png"/);
    expect(card).toMatch(/<time dateTime="2023-11-14T/i);
    for (const words of ["How to revise", "by Rahim", "Begin early."]) expect(textOf(card)).toContain(words);
    expect(card).not.toMatch(/@example|stars/);
    expect(await main(student, "/allBlogs")).toContain("rahim@example.edu");
  });

  test("the list of labs has ten labs per page, with previous and next", async () => {
    const html = await main(visitor, "/allLabs");
    expect(html.match(/<article/g)).toHaveLength(10);
    expect(textOf(html)).toContain("11 found · page 1 of 2");
    expect(html).toContain('href="/allLabs?page=1"');
    const second = await main(visitor, "/allLabs?page=1");
    expect(second.match(/<article/g)).toHaveLength(1);
    expect(textOf(/<nav[^>]*paginator[\s\S]*?<\/nav>/.exec(second)?.[0] ?? "")).toMatch(
      /^previous 1 .*2 next$/,
    );
  });

  test("an item's page has its download, and opens the viewer with a click", async () => {
    const html = await main(visitor, `/question-details/${ids["question"]}`);
    const id = /\/file\/d\/([\w-]+)/.exec((await visitor.get(`/api/question/${ids["question"]}`)).text)?.[1];
    expect(html).toContain(`href="https://drive.google.com/uc?export=download&amp;id=${id}"`);
    expect(html).toMatch(new RegExp(`<details class="item-viewer[^>]*><summary[\\s\\S]*/${id}/preview"`));
  });

  test("the page of a question without answers says that it has none, and asks for one", async () => {
    const text = textOf(await main(visitor, `/question-details/${ids["question"]}`));
    expect(text).toContain("No answers yet. Have you solved this paper? Share your answer.");
    expect(text).toContain("Log in to answer");
  });
});

describe("forms (spec §2, §5)", () => {
  test("the contact page has its details, and the labels and the note of the specification", async () => {
    const html = await main(visitor, "/contact");
    for (const words of ["Get In Touch", "Monday to Friday 08AM to 09PM", "Dhaka", "Send Message"])
      expect(textOf(html)).toContain(words);
    expect(pieces(html, /<label[^>]*>(.*?)<\/label>/g)).toEqual([
      "Name *",
      "Username or email *",
      "Subject *",
      "Message *",
    ]);
    expect(textOf(html)).toContain("Your email address will not be published. Required fields are marked *");
    expect([...html.matchAll(/<(?:input|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual([
      "name",
      "email",
      "sub",
      "mess",
    ]);
  });

  test("login and register have their fields and link to each other", async () => {
    const login = await main(visitor, "/login?from=/forum");
    expect(pieces(login, /<label[^>]*>(.*?)<\/label>/g)).toEqual(["Email", "Password"]);
    expect(login).toContain('href="/register?from=%2Fforum"');
    const register = await main(visitor, "/register");
    expect(pieces(register, /<label[^>]*>(.*?)<\/label>/g)).toEqual([
      "Full name",
      "Email",
      "Password",
      "Re-enter password",
    ]);
    expect(register).toContain('href="/login?from=%2F"');
  });

  test.each(standaloneKinds)("the form of a $name requires each field of the kind", async (kind) => {
    const sent = await student.send(`/dashboard/${kind.pages.add}`, {
      method: "POST",
      body: new URLSearchParams(),
    });
    expect(sent.status).toBe(400);
    const required = Object.entries(kind.fields).filter(([, field]) => field.required);
    // A file or a link: the message names both ways.
    expect(pieces(sent.text, /<li><a[^>]*>([^<]*(?: is required|Add one of them\.))<\/a><\/li>/g)).toEqual(
      required.map(([name]) =>
        name === linkName(kind)
          ? problems.fileOrLink("", "")
          : `${kind.words.en.fields[name]?.label} is required`,
      ),
    );
  });
});
