import { adminLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/backups.ts";

export const loader = adminLoader(({ services, actor }) => services.backups.status(actor));

const iso = (time: number) => new Date(time).toISOString();

/** The last complete backup of the archive, and whether one is missing. */
export default function Backups({ loaderData: status }: Route.ComponentProps) {
  const { backupPage: words } = useMessages();
  const { isDaily, isRunning, isLate, last, failed } = status;
  return (
    <>
      <PageTitle title={words.title} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {isLate && (
        <p>
          <strong>{words.late}</strong>
        </p>
      )}
      {!isDaily && <p>{words.turnOn}</p>}
      <dl className="facts-list">
        <dt>{words.daily}</dt>
        <dd>{isDaily ? words.on : words.off}</dd>
        <dt>{words.state}</dt>
        <dd>{isRunning ? words.running : words.idle}</dd>
        <dt>{words.last}</dt>
        <dd>{last ? <TimeOf iso={iso(last.endedAt)} time /> : words.never}</dd>
        {last && (
          <>
            <dt>{words.content}</dt>
            <dd>{words.size(last)}</dd>
            <dt>{words.duration}</dt>
            <dd>{words.seconds(Math.ceil((last.endedAt - last.begunAt) / 1_000))}</dd>
            <dt>{words.place}</dt>
            <dd>{last.place}</dd>
          </>
        )}
        {last && last.missing > 0 && (
          <>
            <dt>{words.missing}</dt>
            <dd>{words.missingFiles(last.missing)}</dd>
          </>
        )}
        {failed && (
          <>
            <dt>{words.failed}</dt>
            <dd>
              <TimeOf iso={iso(failed.at)} time />: {failed.problem}
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
