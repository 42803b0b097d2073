import { Fragment } from "react";
import { Form } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/recognition.ts";

export const loader = adminLoader(({ services, actor }) => services.recognition.progress(actor));

export const action = pageAction(async (page) => {
  const { pattern, form, services, actor, messages } = page;
  const { pausedTitle, pausedDetail, resumedTitle, resumedDetail } = messages.recognition;
  const act = textOf(form, "act");
  if (act === "pause") {
    await services.recognition.pause(actor);
    return redirectWithToast(page, pattern, { title: pausedTitle, detail: pausedDetail });
  }
  if (act !== "resume") throw invalid("act", "invalid");
  await services.recognition.resume(actor);
  return redirectWithToast(page, pattern, { title: resumedTitle, detail: resumedDetail });
});

/** The progress of text recognition. An admin can pause it. */
export default function Recognition({ loaderData: progress }: Route.ComponentProps) {
  const { recognition: words } = useMessages();
  const { isPaused, failed } = progress;
  return (
    <>
      <PageTitle title={words.title} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      <dl className="facts-list">
        <dt>{words.state}</dt>
        <dd>{isPaused ? words.paused : words.going}</dd>
        {(["queued", "postponed", "running", "done", "failed"] as const).map((name) => (
          <Fragment key={name}>
            <dt>{words[name]}</dt>
            <dd>{words.count(progress[name])}</dd>
          </Fragment>
        ))}
      </dl>
      <Form method="post" preventScrollReset>
        {isPaused ? (
          <button name="act" value="resume">
            {words.resume}
          </button>
        ) : (
          <button className="quiet" name="act" value="pause">
            {words.pause}
          </button>
        )}{" "}
        {failed > 0 && !isPaused && (
          <button className="quiet" name="act" value="resume">
            {words.retry}
          </button>
        )}
      </Form>
    </>
  );
}
