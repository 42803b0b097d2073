import type { ReactNode } from "react";
import { Link } from "react-router";
import { departmentLabel } from "../../../shared/courses/departments.ts";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import type { Item } from "../../page/context.ts";
import { fullTitleOf, langOf, readingHref, titleOf } from "../../items/item-names.ts";
import { CourseNews } from "../../features/wanted/course-news.tsx";
import { WantedCards } from "../../features/wanted/wanted-cards.tsx";
import { CourseSheet, PaperSheet, UniversitySheet } from "../../features/welcome/drawings.tsx";
import { FirstSteps } from "../../features/welcome/first-steps.tsx";
import { NewlyPublic } from "../../features/welcome/newly-public.tsx";
import { OwnPiles } from "../../features/pile/own-piles.tsx";
import { ItemName } from "../../items/item-table.tsx";
import { StatusNote } from "../../items/status-note.tsx";
import { ownLoader } from "../../page/loaders.ts";
import { newlyPublic } from "../../page/newly-public.ts";
import { ownCoursesPath } from "../../page/own-courses.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/welcome.ts";

export const loader = ownLoader(async (page) => {
  const { services, actor, present } = page;
  const { university, department } = await services.accounts.get(actor, actor.email);
  const place = { university: university ?? "", department: department ?? "" };
  const [own, piles, follows, news, wanted, approved, courses] = await Promise.all([
    services.overview.own(actor),
    services.piles.list(actor),
    services.follows.own(actor),
    services.follows.news(actor),
    services.wanted.forContributor(actor, place),
    newlyPublic(page),
    ownCoursesPath(place, page),
  ]);
  const isFollowing = follows.length > 0;
  const hasCourses = isFollowing || (await services.courses.browseUniversities(actor)).length > 0;
  return {
    name: actor.displayName,
    place,
    courses,
    pending: own.pending.map(present),
    cancelled: own.cancelled.map(present),
    answers: own.answers.map(present),
    piles,
    isFollowing,
    hasCourses,
    news: news.map(present),
    wanted,
    approved,
  };
});

/** The first steps of a new contributor, then the person's own items, and the news of their courses. */
export default function Welcome({ loaderData, matches: [, area] }: Route.ComponentProps) {
  const { name, place, courses, pending, cancelled, answers, piles } = loaderData;
  const { isFollowing, hasCourses, news, wanted, approved } = loaderData;
  const { counts, pending: pendingCount } = area.loaderData;
  const { dashboard, own } = useMessages();
  const words = useMessages(welcomeMessages);
  const locale = useLocale();
  const add = `/dashboard/${standaloneKinds[0]?.pages.add}`;
  const steps = [
    ...(place.university === ""
      ? [{ ...words.steps.university, href: "/dashboard/choose-university", drawing: <UniversitySheet /> }]
      : []),
    ...(hasCourses && !isFollowing
      ? [{ ...words.steps.follow, href: courses, isPublic: true, drawing: <CourseSheet /> }]
      : []),
    ...(Object.keys(counts).length + piles.length === 0
      ? [{ ...words.steps.add, href: add, drawing: <PaperSheet /> }]
      : []),
  ];
  const contributed = standaloneKinds.filter((kind) => counts[kind.name]);
  return (
    <div className="welcome">
      <PageTitle title={dashboard.title} />
      <h1>{dashboard.hello(name)}</h1>
      {place.university !== "" && (
        <p className="welcome-place">
          <a href={courses} lang={langOf(place.university)}>
            {words.own(departmentLabel(place.department), place.university)}
          </a>
          <Link to="/dashboard/choose-university">{words.change}</Link>
        </p>
      )}
      {approved && <NewlyPublic item={approved} />}
      {steps.length > 0 && (
        <>
          <p>{words.left(steps.length)}</p>
          <FirstSteps label={words.steps.label} steps={steps} />
        </>
      )}
      {contributed.length > 0 && (
        <section>
          <h2>{words.contributions}</h2>
          <ul className="tiles">
            {contributed.map((kind) => (
              <li key={kind.name}>
                <Link to={`/dashboard/${kind.pages.mine}`}>
                  <strong>{kind.words[locale].mine}</strong>
                  <Counts {...counts[kind.name]} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {piles.length > 0 && (
        <section>
          <h2>{dashboard.piles}</h2>
          <OwnPiles piles={piles} />
        </section>
      )}
      <Section title={own.cancelledTitle} items={cancelled}>
        {(item) => <Cancelled item={item} />}
      </Section>
      <Section title={own.pendingTitle} items={pending}>
        {(item) => <ItemName item={item} />}
      </Section>
      {pendingCount > pending.length && (
        <p>
          <Link to="/dashboard/pending-questions">{own.all(pendingCount)}</Link>
        </p>
      )}
      <Section title={own.answersTitle} items={answers}>
        {(item) => <Answered item={item} />}
      </Section>
      {isFollowing && <CourseNews news={news} renderItem={(item) => <ItemName item={item} />} />}
      <WantedCards {...wanted} />
    </div>
  );
}

function Counts({ all = 0, pending = 0 }: { all?: number; pending?: number }) {
  const words = useMessages(welcomeMessages);
  return [words.count(all), pending > 0 && words.waiting(pending)].filter(Boolean).join(", ");
}

interface SectionProps {
  title: string;
  items: Item[];
  children: (item: Item) => ReactNode;
}

/** A section that we leave out without items. */
function Section({ title, items, children }: SectionProps) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="rows">
        {items.map((item) => (
          <li key={item._id}>{children(item)}</li>
        ))}
      </ul>
    </section>
  );
}

function Cancelled({ item }: { item: Item }) {
  const { edit, own } = useMessages();
  return (
    <>
      <ItemName item={item} />
      <StatusNote item={item} />
      {item.mayBeSentAgain && (
        <Link className="button quiet" to={`/dashboard/edit/${item._id}`}>
          {edit.sendAgain}
          <span className="visually-hidden">: {fullTitleOf(item)}</span>
        </Link>
      )}
      {!item.reason && !item.isRemoved && item.movedTo === undefined && <span>{own.noReason}</span>}
    </>
  );
}

function Answered({ item }: { item: Item }) {
  const { own } = useMessages();
  const { code, subject, year } = item.fields;
  return (
    <span className="item-name">
      <a href={readingHref(item)}>{own.answerBy(item.userName, titleOf(item))}</a>
      <small lang={langOf(subject ?? "")}>
        {[code, subject, year].filter(Boolean).join(" · ")} · <TimeOf iso={item.createdAt} />
      </small>
    </span>
  );
}
