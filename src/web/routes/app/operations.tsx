import { Link } from "react-router";
import { historyPeriods, parsePeriod } from "../../../shared/operations/operations.ts";
import { HistoryCharts } from "../../features/operations/history-charts.tsx";
import { adminLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/operations.ts";

export const loader = adminLoader(async ({ services, actor, url }) => {
  const period = parsePeriod(url.searchParams.get("period"));
  const [history, backups] = await Promise.all([
    services.operations.history(actor, period),
    services.backups.status(actor),
  ]);
  return { ...history, lastBackup: backups.last?.endedAt, isBackupLate: backups.isLate };
});

/** How the archive has been running: its problems now, and the history of its measurements. */
export default function Operations({ loaderData }: Route.ComponentProps) {
  const { operations: words, backupPage } = useMessages();
  const { period: shown, problems, deadlyKinds, parts, step, lastBackup, isBackupLate } = loaderData;
  return (
    <>
      <PageTitle title={words.title} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <h2>{words.now}</h2>
      {problems.length === 0 ? (
        <p>{words.fine}</p>
      ) : (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{words.problems[problem]}</li>
          ))}
        </ul>
      )}
      {deadlyKinds.length > 0 && (
        <ul>
          {deadlyKinds.map((one) => (
            <li key={one.kind}>{words.deadlyKind(one)}</li>
          ))}
        </ul>
      )}
      {isBackupLate && <p>{backupPage.late}</p>}
      <dl className="facts-list">
        <dt>{backupPage.last}</dt>
        <dd>
          {lastBackup ? <TimeOf iso={new Date(lastBackup).toISOString()} time /> : backupPage.never}{" "}
          <Link to="/admin-dashboard/backups">{backupPage.title}</Link>
        </dd>
      </dl>
      <h2>{words.periods[shown]}</h2>
      <nav aria-label={words.period}>
        <ul className="operations-periods">
          {historyPeriods.map((period) => (
            <li key={period}>
              <Link to={`?period=${period}`} aria-current={period === shown ? "page" : undefined}>
                {words.periods[period]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {parts.every(({ point }) => point === undefined) ? (
        <p className="empty">{words.empty}</p>
      ) : (
        <HistoryCharts parts={parts} step={step} />
      )}
    </>
  );
}
