import type { ReactNode } from "react";
import { Link } from "react-router";
import { standaloneKinds } from "../../../shared/kinds/index.ts";
import type { Item } from "../../page/context.ts";
import { langOf, readingHref, titleOf } from "../../items/item-names.ts";
import { CourseNews } from "../../features/wanted/course-news.tsx";
import { OwnPiles } from "../../features/pile/own-piles.tsx";
import { ItemName } from "../../items/item-table.tsx";
import { StatusNote } from "../../items/status-note.tsx";
import { ownLoader } from "../../page/loaders.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/welcome.ts";

export const loader = ownLoader(async ({ services, actor, present }) => {
  const [counts, { pending, cancelled, answers }, piles, follows, news, wanted] = await Promise.all([
    services.resources.countOwn(actor),
    services.overview.own(actor),
    services.piles.list(actor),
    services.follows.own(actor),
    services.follows.news(actor),
    services.wanted.forContributor(actor),
  ]);
  return {
    name: actor.displayName,
    counts,
    pendingCount: Object.values(counts).reduce((sum, own) => sum + own.pending, 0),
    pending: pending.map(present),
    cancelled: cancelled.map(present),
    answers: answers.map(present),
    piles,
    isFollowing: follows.length > 0,
    news: news.map(present),
    ...wanted,
  };
});

/** The person's pending and cancelled items, and new answers to their questions. */
export default function Welcome({ loaderData }: Route.ComponentProps) {
  const { name, counts, pending, pendingCount, cancelled, answers, piles } = loaderData;
  const { isFollowing, news, near, others } = loaderData;
  const { dashboard, own } = useMessages();
  const locale = useLocale();
  return (
    <>
      <PageTitle title={dashboard.title} />
      <h1>{dashboard.hello(name)}</h1>
      <p>{dashboard.intro}</p>
      <ul className="tiles">
        {standaloneKinds.map((kind) => (
          <li key={kind.name}>
            <Link to={`/dashboard/${kind.pages.mine}`}>
              <strong>{kind.words[locale].mine}</strong>
              {dashboard.mine(counts[kind.name]?.all ?? 0, counts[kind.name]?.pending ?? 0)}
            </Link>
          </li>
        ))}
      </ul>
      {piles.length > 0 && (
        <section>
          <h2>{dashboard.piles}</h2>
          <OwnPiles piles={piles} />
        </section>
      )}
      <Section title={own.pendingTitle} none={own.noPending} items={pending}>
        {(item) => <ItemName item={item} />}
      </Section>
      {pendingCount > pending.length && (
        <p>
          <Link to="/dashboard/pending-questions">{own.all(pendingCount)}</Link>
        </p>
      )}
      {cancelled.length > 0 && (
        <Section title={own.cancelledTitle} none="" items={cancelled}>
          {(item) => <Cancelled item={item} />}
        </Section>
      )}
      <Section title={own.answersTitle} none={own.noAnswers} items={answers}>
        {(item) => <Answered item={item} />}
      </Section>
      <CourseNews
        isFollowing={isFollowing}
        news={news}
        near={near}
        others={others}
        renderItem={(item) => <ItemName item={item} />}
      />
    </>
  );
}

interface SectionProps {
  title: string;
  none: string;
  items: Item[];
  children: (item: Item) => ReactNode;
}

function Section({ title, none, items, children }: SectionProps) {
  return (
    <section>
      <h2>{title}</h2>
      {items.length === 0 ? (
        <p className="empty">{none}</p>
      ) : (
        <ul className="rows">
          {items.map((item) => (
            <li key={item._id}>{children(item)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Cancelled({ item }: { item: Item }) {
  const { own } = useMessages();
  return (
    <>
      <ItemName item={item} />
      <StatusNote item={item} />
      {!item.reason && !item.isRemoved && <span>{own.noReason}</span>}
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
