import { Form } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { noticeMessages } from "../../../shared/messages/en-notices.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { ReasonRow, RemovedReason } from "../../features/notices/reason-rows.tsx";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/reasons.ts";
import styles from "../../features/notices/notices.css?url";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const loader = adminLoader(({ services, actor }) => services.reasons.list(actor));

const acts = ["add", "change", "up", "down", "remove", "restore"] as const;

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, locale } = page;
    const { reasons } = services;
    const act = acts.find((one) => one === textOf(form, "act"));
    const [id, text, aboutFile] = [textOf(form, "id"), textOf(form, "text"), textOf(form, "aboutFile")];
    if (!act) throw invalid("act", "invalid");
    const done =
      act === "add"
        ? await reasons.add(actor, { text, aboutFile })
        : act === "change"
          ? await reasons.change(actor, { id, text, aboutFile })
          : act === "up" || act === "down"
            ? await reasons.move(actor, act, { id })
            : await reasons[act](actor, { id });
    const words = messagesIn(locale, noticeMessages).reasons;
    return redirectWithToast(page, pattern, {
      title: done ? words.done : words.unchanged,
      detail: done ? words.doneDetail[act] : words.unchangedDetail,
    });
  },
  ({ locale }) => messagesIn(locale, noticeMessages).reasons.fields,
);

export const shouldRevalidate = revalidateWhenRefused;

/** The texts that moderators return items with. Admins add, change, order, remove and restore them. */
export default function Reasons({ loaderData, actionData }: Route.ComponentProps) {
  const { reasons: words } = useMessages(noticeMessages);
  const attempt = actionData as Attempt | undefined;
  const failedId = attempt?.values["id"] ?? "";
  const problems =
    attempt && failedId !== "" && attempt.problems["text"]
      ? { [`text-${failedId}`]: attempt.problems["text"] }
      : attempt?.problems;
  const [open, removed] = [
    loaderData.filter(({ isRemoved }) => !isRemoved),
    loaderData.filter(({ isRemoved }) => isRemoved),
  ];
  const added = failedId === "" ? attempt : undefined;
  return (
    <>
      <PageTitle title={words.title} failed={attempt !== undefined} />
      <h1>{words.title}</h1>
      <p>{words.intro}</p>
      {attempt && <ErrorSummary problems={problems ?? {}} message={attempt.message} />}
      <Form method="post" noValidate key={open.length}>
        <TextField
          name="text"
          label={words.text}
          maxLength={500}
          autoComplete="off"
          problem={added?.problems["text"]}
          defaultValue={added?.values["text"]}
        />
        <label className="check">
          <input
            type="checkbox"
            name="aboutFile"
            value="1"
            defaultChecked={added?.values["aboutFile"] === "1"}
          />
          {words.aboutFile}
        </label>
        <button name="act" value="add">
          {words.add}
        </button>
      </Form>
      {open.length === 0 ? (
        <p className="empty">{words.none}</p>
      ) : (
        <table aria-label={words.title}>
          <thead>
            <tr>
              <th scope="col">{words.position}</th>
              <th scope="col">{words.text}</th>
              <th scope="col">{words.actions}</th>
            </tr>
          </thead>
          <tbody>
            {open.map((reason, index) => (
              <ReasonRow
                key={reason.id}
                reason={reason}
                number={index + 1}
                isLast={index === open.length - 1}
                attempt={failedId === reason.id ? attempt : undefined}
              />
            ))}
          </tbody>
        </table>
      )}
      {removed.length > 0 && (
        <section>
          <h2>{words.removedTitle}</h2>
          <ul>
            {removed.map((reason) => (
              <RemovedReason key={reason.id} reason={reason} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
