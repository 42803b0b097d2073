import { Link } from "react-router";
import { kinds } from "../../../shared/kinds/index.ts";
import { statuses } from "../../../shared/items/status.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import { LetterSheet, PaperSheet, PeopleSheet } from "../../features/welcome/drawings.tsx";
import { FirstSteps } from "../../features/welcome/first-steps.tsx";
import { WeeksChart } from "../../features/moderation/weeks-chart.tsx";
import { adminLoader } from "../../page/loaders.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Stamp } from "../../ui/stamp.tsx";
import type { Route } from "./+types/admin-welcome.ts";

export const loader = adminLoader(async ({ services, actor, policy }) => {
  const [pending, { totals, weeks }] = await Promise.all([
    Promise.all(kinds.map((kind) => services.resources.count(actor, kind.name, { status: "Pending" }))),
    services.overview.statistics(actor),
  ]);
  return {
    name: actor.displayName,
    photoURL: actor.photoURL,
    isAdmin: policy.grantAdmin(actor),
    pending,
    totals,
    weeks: weeks.map(({ from, counts }) => ({ from: new Date(from).toISOString(), counts })),
  };
});

export default function AdminWelcome({ loaderData }: Route.ComponentProps) {
  const { name, photoURL, isAdmin, pending, totals, weeks } = loaderData;
  const { admin, dashboard, statistics } = useMessages();
  const locale = useLocale();
  const { adminSteps: first } = useMessages(welcomeMessages);
  const all = statuses.reduce((sum, status) => sum + totals[status], 0);
  return (
    <>
      <PageTitle title={admin.panel} />
      <Avatar name={name} photoURL={photoURL} />
      <h1>{dashboard.hello(name)}</h1>
      <p>{admin.welcome}</p>
      {isAdmin && all === 0 ? (
        <>
          <p>{first.intro}</p>
          <FirstSteps
            label={first.label}
            steps={[
              { ...first.add, href: "/dashboard/contribute", drawing: <PaperSheet /> },
              { ...first.moderators, href: "/admin-dashboard/moderators", drawing: <PeopleSheet /> },
              { ...first.contact, href: "/admin-dashboard/contact-details", drawing: <LetterSheet /> },
            ]}
          />
        </>
      ) : (
        pending.every((count) => count === 0) && <p>{statistics.nothingWaits}</p>
      )}
      <ul className="tiles">
        {kinds.map((kind, index) => (
          <li key={kind.name}>
            <Link to={`/admin-dashboard/${kind.pages.admin}`}>
              <strong>{kind.words[locale].manage}</strong>
              {pending[index] ? admin.waiting(pending[index]) : null}
            </Link>
          </li>
        ))}
      </ul>
      <h2>{statistics.totals}</h2>
      <dl className="totals">
        <div>
          <dt>{statistics.total}</dt>
          <dd>{all.toLocaleString(locale)}</dd>
        </div>
        {statuses.map((status) => (
          <div key={status}>
            <dt>
              <Stamp status={status} />
            </dt>
            <dd>{totals[status].toLocaleString(locale)}</dd>
          </div>
        ))}
      </dl>
      <h2>{statistics.title}</h2>
      <p>{statistics.chart}</p>
      <WeeksChart weeks={weeks} />
    </>
  );
}
