import { isDomainError } from "../../../shared/problems/errors.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { onwardPath } from "../../../shared/people/return-to.ts";
import { wantedQuerySchema } from "../../../shared/schemas/wanted.ts";
import { parseExamValue } from "../../../shared/courses/wanted.ts";
import { pageQuery } from "../../addresses/list-query.ts";
import { WantedFilters } from "../../features/wanted/wanted-filters.tsx";
import { WantedPapers } from "../../items/wanted-papers.tsx";
import { courseLinks } from "../../page/course-links.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { pageLoader } from "../../page/loaders.ts";
import { leaveMergedDepartment } from "../../page/merged-departments.ts";
import type { Page } from "../../page/page.ts";
import { redirectWithToast, toLogin } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Paginator } from "../../ui/paginator.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/wanted.ts";

export const links = courseLinks;

export const loader = pageLoader(async (page) => {
  const { url, services, actor } = page;
  const { page: number = 0, ...filter } = pageQuery(wantedQuerySchema, url.searchParams);
  const { department } = filter;
  const typed = { ...filter, department: department ? [department] : [] };
  const named = await services.universities.named(typed);
  const [shown] = named.department;
  // An address has one department. If universities merged it into different ones, the address stays, and finds all of them.
  if (shown !== undefined && named.department.length === 1)
    leaveMergedDepartment(typed, named, () => withDepartment(url, shown));
  const [{ papers, count, size }, asked] = await Promise.all([
    services.wanted.list(actor, filter, number),
    askedExam(page),
  ]);
  const back = onwardPath(url.searchParams.get("back"));
  return { papers, asked, back, filter, page: number, pageCount: Math.ceil(count / size) };
});

/** The exam that the address names, for example after the login of a person who pressed "Ask". */
async function askedExam({ url, services, actor }: Page) {
  const [code, exam] = [url.searchParams.get("code"), url.searchParams.get("exam")];
  if (!code || !exam) return undefined;
  const university = url.searchParams.get("university") ?? "";
  try {
    return await services.wanted.exam(actor, { university, code, ...parseExamValue(exam) });
  } catch (error) {
    if (isDomainError(error)) return undefined;
    throw error;
  }
}

export const action = pageAction(
  async (page) => {
    const { url, form, services, actor, visit, locale } = page;
    const isBack = form.has("takeBack");
    const value = textOf(form, isBack ? "takeBack" : "ask");
    if (!actor) {
      const onward = new URL(url);
      onward.searchParams.set("exam", value);
      throw toLogin({ url: onward });
    }
    const course = {
      university: url.searchParams.get("university") ?? "",
      code: url.searchParams.get("code") ?? "",
    };
    const exam = { ...course, ...parseExamValue(value) };
    const words = messagesIn(locale, wantedMessages);
    const back = backTo(textOf(form, "back"), parseExamValue(value).year);
    if (isBack) {
      const wasMine = await services.wanted.takeBack(actor, exam, visit.client);
      const toast = wasMine
        ? { title: words.takenBack, detail: words.takenBackDetail }
        : { title: words.unchanged, detail: words.notAsked };
      return redirectWithToast(page, back, toast);
    }
    const { isMine } = await services.wanted.exam(actor, exam);
    const asked = await services.wanted.ask(actor, exam, visit.client);
    if (asked.state === "exists")
      return redirectWithToast(page, asked.path, { title: words.exists, detail: words.existsDetail });
    const toast = isMine
      ? { title: words.unchanged, detail: words.askedBefore }
      : { title: words.asked, detail: words.askedDetail(asked.wanted) };
    return redirectWithToast(page, back, toast);
  },
  ({ locale }) => messagesIn(locale, wantedMessages).fields,
);

/** The page on which the person pressed the button. On a course page, the year is in view again. */
function backTo(back: string, year: string): string {
  const path = back === "" ? "/wanted" : onwardPath(back);
  return path.startsWith("/course/") ? `${path}#y${year}` : path;
}

/** The papers that most people want, for contributors who may have them. It is an addition to the specification. */
export default function Wanted({ loaderData, actionData }: Route.ComponentProps) {
  const { papers, asked, back, filter, page, pageCount } = loaderData;
  const words = useMessages(wantedMessages);
  const attempt = actionData as Attempt | undefined;
  const isNarrow = Object.values(filter).some(Boolean);
  return (
    <main id="main" className="page">
      <PageTitle title={words.title} failed={attempt !== undefined} description={words.intro} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <Refusal attempt={attempt} />
      {asked && (
        <section aria-labelledby="asked">
          <h2 id="asked">{asked.path ? words.exists : asked.isMine ? words.takingBack : words.asking}</h2>
          <WantedPapers
            label={words.asking}
            papers={[asked]}
            back={back === "/" ? hrefOf(filter, page) : back}
          />
        </section>
      )}
      <WantedFilters {...filter} />
      {papers.length === 0 ? (
        <p className="empty">{isNarrow ? words.noneFound : words.none}</p>
      ) : (
        <WantedPapers label={words.list} papers={papers} back={hrefOf(filter, page)} />
      )}
      <Paginator pageCount={pageCount} selected={page} hrefOf={(target) => hrefOf(filter, target)} />
    </main>
  );
}

/** Returns the same address with another department. Its exam and the page to return to stay. */
function withDepartment({ searchParams }: URL, department: string): string {
  const query = new URLSearchParams(searchParams);
  query.set("department", department);
  return `/wanted?${query}`;
}

interface Filter {
  university?: string | undefined;
  department?: string | undefined;
}

function hrefOf({ university, department }: Filter, page: number): string {
  const query = new URLSearchParams();
  if (university) query.set("university", university);
  if (department) query.set("department", department);
  if (page > 0) query.set("page", String(page));
  return query.size > 0 ? `/wanted?${query}` : "/wanted";
}
