import { Link } from "react-router";
import { coursePath } from "../../../shared/courses/courses.ts";
import { invalid, isDomainError } from "../../../shared/problems/errors.ts";
import { wantedMessages } from "../../../shared/messages/en-wanted.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { onwardPath } from "../../../shared/people/return-to.ts";
import { FollowButton } from "../../features/wanted/follow-button.tsx";
import { courseTitle } from "../../items/course-names.ts";
import { langOf } from "../../items/item-names.ts";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import type { Page } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { Empty } from "../../ui/empty.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/follows.ts";

const courseOf = ({ url }: Pick<Page, "url">) => ({
  university: url.searchParams.get("university") ?? "",
  code: url.searchParams.get("code") ?? "",
});

export const loader = ownLoader(async (page) => {
  const courses = await page.services.follows.own(page.actor);
  return { courses, asked: await askedCourse(page) };
});

/** The course that the address names, if the person doesn't follow it: they logged in after they pressed "Follow". */
async function askedCourse(page: Page) {
  const { services, actor } = page;
  const address = courseOf(page);
  if (address.code === "") return undefined;
  try {
    const course = await services.wanted.course(actor, address);
    return (await services.follows.state(actor, course)).isMine ? undefined : course;
  } catch (error) {
    if (isDomainError(error)) return undefined;
    throw error;
  }
}

export const action = pageAction(
  async (page) => {
    const { form, services, actor, locale } = page;
    const words = messagesIn(locale, wantedMessages).follow;
    const act = textOf(form, "act");
    const back = textOf(form, "back");
    const to = back === "" ? "/dashboard/follows" : onwardPath(back);
    if (act === "follow") {
      const isNew = actor ? (await askedCourse(page)) !== undefined : true;
      const name = courseTitle(await services.follows.follow(actor, courseOf(page)));
      const toast = isNew
        ? { title: words.followed, detail: words.followedDetail(name) }
        : { title: words.unchanged, detail: words.followedBefore(name) };
      return redirectWithToast(page, to, toast);
    }
    if (act !== "unfollow") throw invalid("act", "invalid");
    const { course, modified } = await services.follows.unfollow(actor, courseOf(page));
    const name = courseTitle(course);
    const toast = modified
      ? { title: words.unfollowed, detail: words.unfollowedDetail(name) }
      : { title: words.unchanged, detail: words.notFollowed(name) };
    return redirectWithToast(page, to, toast);
  },
  ({ locale }) => messagesIn(locale, wantedMessages).fields,
);

/** The courses that the person follows. */
export default function Follows({ loaderData, actionData }: Route.ComponentProps) {
  const { courses, asked } = loaderData;
  const { follow: words } = useMessages(wantedMessages);
  const { follow: step } = useMessages(welcomeMessages).steps;
  const attempt = actionData as Attempt | undefined;
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      <Refusal attempt={attempt} />
      {asked && (
        <section>
          <h2 lang={langOf(asked.title)}>{courseTitle(asked)}</h2>
          <FollowButton course={asked} isMine={false} />
        </section>
      )}
      <p>
        {words.intro} {words.mailsHint} <Link to="/dashboard/notice-settings">{words.mails}</Link>
      </p>
      {courses.length === 0 ? (
        <Empty text={words.none}>
          <a className="button" href="/universities">
            {step.button}
          </a>
        </Empty>
      ) : (
        <ul className="rows" aria-label={words.list}>
          {courses.map((course) => (
            <li key={coursePath(course)}>
              <span className="item-name">
                <a href={coursePath(course)} lang={langOf(course.title)}>
                  {courseTitle(course)}
                </a>
                <small lang={langOf(course.university)}>{course.university}</small>
              </span>
              <FollowButton course={course} isMine back="/dashboard/follows" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
