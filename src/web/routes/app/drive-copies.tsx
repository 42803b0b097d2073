import { Form } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { ItemName } from "../../items/item-table.tsx";
import { pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TimeOf } from "../../ui/time-of.tsx";
import type { Route } from "./+types/drive-copies.ts";

const PATH = "/admin-dashboard/drive-copies";

export const loader = adminLoader(async ({ services, actor, present, url }) => {
  const { failures, ...progress } = await services.driveCopies.progress(
    actor,
    url.searchParams.get("reason") ?? "",
  );
  return {
    ...progress,
    failures: failures.map((row) => ({ item: present(row), problem: row.problem })),
  };
});

export const action = pageAction(async (page) => {
  const { pattern, form, services, actor, messages } = page;
  const words = messages.driveCopies;
  const acts = {
    start: [services.driveCopies.start, words.startedTitle, words.startedDetail],
    pause: [services.driveCopies.pause, words.pausedTitle, words.pausedDetail],
    resume: [services.driveCopies.resume, words.resumedTitle, words.resumedDetail],
  } as const;
  const act = textOf(form, "act");
  if (act !== "start" && act !== "pause" && act !== "resume") throw invalid("act", "invalid");
  const [run, title, detail] = acts[act];
  await run(actor);
  return redirectWithToast(page, pattern, { title, detail });
});

type Progress = Route.ComponentProps["loaderData"];

/** The progress of copies of Drive files. An admin can start and pause them. */
export default function DriveCopies({ loaderData: progress }: Route.ComponentProps) {
  const { driveCopies: words } = useMessages();
  const { isOn, isPaused } = progress;
  return (
    <>
      <PageTitle title={words.title} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {!isOn && <p>{words.off}</p>}
      <Counts progress={progress} />
      {isOn && (
        <Form method="post" preventScrollReset className="button-row">
          <button name="act" value="start">
            {words.start}
          </button>
          <button className="quiet" name="act" value={isPaused ? "resume" : "pause"}>
            {isPaused ? words.resume : words.pause}
          </button>
        </Form>
      )}
      <Failures progress={progress} />
    </>
  );
}

function Counts({ progress }: { progress: Progress }) {
  const { driveCopies: words } = useMessages();
  const { isOn, isPaused, notBefore, used, limit, failed } = progress;
  const counts = {
    unplanned: progress.unplanned,
    waiting: progress.waiting,
    running: progress.running,
    copied: progress.copied,
    failed: failed.reduce((sum, { count }) => sum + count, 0),
  };
  return (
    <dl className="facts-list">
      {isOn && (
        <>
          <dt>{words.state}</dt>
          <dd>
            {isPaused ? (
              words.paused
            ) : notBefore ? (
              <>
                {words.backOff} <TimeOf iso={notBefore} time />
              </>
            ) : (
              words.going
            )}
          </dd>
        </>
      )}
      {(["unplanned", "waiting", "running", "copied", "failed"] as const).flatMap((name) => [
        <dt key={name}>{words[name]}</dt>,
        <dd key={`${name}-count`}>{words.count(counts[name])}</dd>,
      ])}
      <dt>{words.used}</dt>
      <dd>{isOn ? words.usedOf(used, limit) : words.size(used)}</dd>
    </dl>
  );
}

/** Why copies failed, and the newest items with each reason. */
function Failures({ progress: { failed, failures, problem } }: { progress: Progress }) {
  const { driveCopies: words } = useMessages();
  if (failed.length === 0) return <p className="empty">{words.noFailures}</p>;
  return (
    <>
      <h2>{words.reasons}</h2>
      <table aria-label={words.reasons}>
        <thead>
          <tr>
            <th scope="col">{words.reason}</th>
            <th scope="col">{words.items}</th>
          </tr>
        </thead>
        <tbody>
          {failed.map((one) => (
            <tr key={one.problem}>
              <td data-label={words.reason}>{words.problems[one.problem]}</td>
              <td data-label={words.items}>
                <a href={`${PATH}?reason=${one.problem}#failures`}>
                  {words.show(one.count)}
                  <span className="visually-hidden">: {words.problems[one.problem]}</span>
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <h2 id="failures">{problem ? words.failuresWith : words.failures}</h2>
      {problem && (
        <p>
          {words.problems[problem]} <a href={PATH}>{words.showAll}</a>
        </p>
      )}
      <table aria-label={words.failures}>
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col">{words.reason}</th>
          </tr>
        </thead>
        <tbody>
          {failures.map((one) => (
            <tr key={one.item._id}>
              <td data-label={words.item}>
                <ItemName item={one.item} />
              </td>
              <td data-label={words.reason}>{words.problems[one.problem]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
