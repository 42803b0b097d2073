import { Form } from "react-router";
import { insightMessages } from "../../../shared/messages/en-insight.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { DecisionsChart, ReasonsTable, TimesChart } from "../../features/moderation/insight-charts.tsx";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import type { Route } from "./+types/insight.ts";

export const loader = adminLoader(async ({ services, actor }) => {
  const [{ waits, decisions, firstAnswers, ...insight }, hasMails] = await Promise.all([
    services.insight.read(actor),
    services.waitingMails.isOn(actor),
  ]);
  const inIso = <Week extends { from: number }>(weeks: Week[]) =>
    weeks.map(({ from, ...week }) => ({ ...week, from: new Date(from).toISOString() }));
  return {
    ...insight,
    hasMails,
    waits: inIso(waits),
    decisions: inIso(decisions),
    firstAnswers: inIso(firstAnswers),
  };
});

/** Turns the reader's daily email on or off. */
export const action = pageAction(async (page) => {
  const { pattern, form, services, actor, locale } = page;
  const { saved, mailsOn, mailsOff } = messagesIn(locale, insightMessages);
  const mails = textOf(form, "mails");
  await services.waitingMails.choose(actor, { mails });
  return redirectWithToast(page, pattern, { title: saved, detail: mails === "on" ? mailsOn : mailsOff });
});

/** Statistics about moderation, and the choice about the daily email. */
export default function InsightPage({ loaderData, actionData }: Route.ComponentProps) {
  const { waits, decisions, reasons, firstAnswers, isOwn, cutAt, hasMails } = loaderData;
  const { moderatorPages } = useMessages();
  const words = useMessages(insightMessages);
  const attempt = actionData as Attempt | undefined;
  const decisionsTitle = isOwn ? words.ownDecisions : words.decisions;
  return (
    <>
      <PageTitle title={moderatorPages.insight} failed={attempt !== undefined} />
      <h1>{moderatorPages.insight}</h1>
      <Refusal attempt={attempt} />
      <p>{isOwn ? words.introOwn : words.intro}</p>
      {cutAt !== undefined && <p>{words.cut(cutAt)}</p>}
      <h2>{words.waits}</h2>
      <TimesChart title={words.waits} none={words.waitsNone} weeks={waits} hasPatterns />
      <h2>{decisionsTitle}</h2>
      <DecisionsChart title={decisionsTitle} weeks={decisions} />
      <h2>{words.reasons}</h2>
      <ReasonsTable title={words.reasons} reasons={reasons} />
      <h2>{words.firstAnswers}</h2>
      <TimesChart
        title={words.firstAnswers}
        none={words.firstAnswersNone}
        weeks={firstAnswers}
        hasPatterns={waits.every(({ count }) => count === 0)}
      />
      <h2 id="mails">{words.mails}</h2>
      <Form method="post" preventScrollReset>
        <p>{hasMails ? words.mailsOn : words.mailsOff}</p>
        <button className="quiet" name="mails" value={hasMails ? "off" : "on"}>
          {hasMails ? words.turnOff : words.turnOn}
        </button>
      </Form>
    </>
  );
}
