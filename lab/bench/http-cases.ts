import type { BenchPeople } from "./people.ts";

export interface HttpCase {
  name: string;
  kind: "json" | "page";
  /**
   * The address of the n-th request. It is always the same for a response from memory, and different each
   * time for the other cases.
   */
  path: (n: number) => string;
  /** Whether a student who is logged in sends the requests. Then only the content of lists and of the home page can be from memory. */
  isPersonal?: boolean;
}

/** A write. Several writes run at once, each by a different person. */
export interface ActCase {
  name: string;
  run: (n: number) => Promise<Response>;
  /** The number of writes that run at once. */
  at: number;
}

export interface Facts {
  /** Ids of the newest items. */
  ids: string[];
  pages: number;
  departments: string[];
}

/** The number of pages, with ten results each, that a search reads. */
const SEARCH_PAGES = 50;
const YEARS = 16;
const TEXTS = ["data+structures", "operating+systems", "linear+algebra", "digital+logic+design"];

/**
 * The reads: the hot list is from memory; everything else is from the database and nearly always requested
 * for the first time. The last reads are those of a student.
 */
export function readCases({ ids, pages, departments }: Facts): HttpCase[] {
  const year = (n: number) => 2010 + (n % YEARS);
  const id = (n: number) => ids[n % ids.length];
  const department = (n: number) => encodeURIComponent(departments[n % departments.length] ?? "CSE");
  /**
   * The API refuses unknown parameters, but accepts zeros before a number. So zeros make each address
   * different.
   */
  const page = (n: number, of: number) => `page=${"0".repeat(Math.floor(n / of) % 10)}${n % of}`;
  const combinations = departments.length * YEARS || 1;
  const filtered = (n: number) =>
    `department=${department(n)}&year=${year(Math.floor(n / departments.length))}`;
  const filteredPage = (n: number) => page(Math.floor(n / combinations), Math.ceil(pages / combinations));
  const found = (n: number) =>
    `search=${TEXTS[Math.floor(n / (YEARS * SEARCH_PAGES * 10)) % TEXTS.length]}+${year(n)}`;
  const foundPage = (n: number) => page(Math.floor(n / YEARS), SEARCH_PAGES);
  const visitors: HttpCase[] = [
    { name: "hot list", kind: "json", path: () => "/api/allQuestions?page=0" },
    { name: "cold list", kind: "json", path: (n) => `/api/allQuestions?${page(n, pages)}&size=10` },
    {
      name: "filtered list",
      kind: "json",
      path: (n) => `/api/allQuestions?${filtered(n)}&${filteredPage(n)}`,
    },
    { name: "details", kind: "json", path: (n) => `/api/question/${id(n)}` },
    { name: "search", kind: "json", path: (n) => `/api/search?${found(n)}&${foundPage(n)}` },
    { name: "hot list", kind: "page", path: () => "/allQuestions" },
    { name: "cold list", kind: "page", path: (n) => `/allQuestions?page=${n % pages}&once=${n}` },
    { name: "filtered list", kind: "page", path: (n) => `/allQuestions?${filtered(n)}&once=${n}` },
    { name: "details", kind: "page", path: (n) => `/question-details/${id(n)}?once=${n}` },
    { name: "search", kind: "page", path: (n) => `/search?${found(n)}&once=${n}` },
  ];
  const students = visitors.map((one): HttpCase => ({
    ...one,
    name: `${one.name}, student`,
    isPersonal: true,
  }));
  return [...visitors, ...students];
}

/** The writes, each by a different person, so that no limit applies. */
export function actCases(origin: string, people: BenchPeople, pending: string[]): ActCase[] {
  return [
    { name: "sign in", at: 2, run: (n) => people.signIn(n) },
    {
      name: "contribute",
      at: 4,
      run: (n) =>
        fetch(`${origin}/api/postQuestion`, {
          method: "POST",
          headers: { ...people.cookieOf(n), "content-type": "application/json", origin },
          body: JSON.stringify({
            department: "CSE",
            subject: `Sample course ${n}`,
            code: `CSE ${1_000 + (n % 8_000)}`,
            semester: "1",
            year: "2024",
            driveLink: `https://drive.google.com/file/d/${String(n).padStart(33, "b")}/view?usp=sharing`,
          }),
        }),
    },
    {
      name: "update status",
      at: 4,
      run: (n) =>
        fetch(`${origin}/api/QuestionStatusUpdate/${pending[n % pending.length]}`, {
          method: "PUT",
          headers: { ...people.adminCookie(), "content-type": "application/json", origin },
          body: JSON.stringify({ status: Math.floor(n / pending.length) % 2 ? "Pending" : "Approved" }),
        }),
    },
  ];
}
