import { Form } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { type enTrust, trustMessages } from "../../../shared/messages/en-trust.ts";
import { messagesIn } from "../../../shared/messages/index.ts";
import { trustNumberNames, trustNumbers } from "../../../shared/moderating/trust-settings.ts";
import { CandidateTable, TrustedTable } from "../../features/people/trust-tables.tsx";
import { type Attempt, formFields, pageAction, textOf } from "../../page/forms.ts";
import { adminLoader } from "../../page/loaders.ts";
import type { PostedPage } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { revalidateWhenRefused } from "../../page/revalidate.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextField, textFields } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/trusted.ts";

/** With `?email=`, the page shows the facts about this person. */
export const loader = adminLoader(async ({ pattern, url, services, actor }) => {
  const email = (url.searchParams.get("email") ?? "").trim().slice(0, 254);
  return { path: pattern, email, ...(await services.trust.overview(actor, email)) };
});

export const shouldRevalidate = revalidateWhenRefused;

export const action = pageAction(
  async (page) => {
    const { pattern, form, services, actor, locale } = page;
    const words = messagesIn(locale, trustMessages).trusted;
    const act = textOf(form, "act");
    if (act === "save") {
      const { act: _act, isOn = "", ...rules } = formFields(form);
      await services.trust.saveSettings(actor, { ...rules, isOn });
      return redirectWithToast(page, pattern, { title: words.saved, detail: words.savedDetail });
    }
    return changePerson(page, act, words);
  },
  ({ locale }) => {
    const { fields, isOn, email } = messagesIn(locale, trustMessages).trusted;
    return { ...fields, isOn: { label: isOn }, email: { label: email } };
  },
);

async function changePerson(page: PostedPage, act: string, words: (typeof enTrust)["trusted"]) {
  const { url, form, services, actor } = page;
  const email = textOf(form, "email");
  if (!["trust", "renew", "end"].includes(act)) throw invalid("act", "invalid");
  const { modified } = await services.trust[act === "end" ? "endTrust" : "trust"](actor, { email });
  const done = act === "end" ? words.endedDetail : words.trustedDetail;
  return redirectWithToast(page, url.pathname + url.search, {
    title: modified ? words.trustedTitle : words.unchangedTitle,
    detail: (modified ? done : words.unchangedDetail)(email),
  });
}

/** The rules for trusted contributors, the people whom admins trust, and the people who qualify. */
export default function Trusted({ loaderData, actionData }: Route.ComponentProps) {
  const { path, email, found, trusted, candidates } = loaderData;
  const { moderatorPages } = useMessages();
  const words = useMessages(trustMessages).trusted;
  const attempt = actionData as Attempt | undefined;
  const known = trusted.find(({ id }) => id === found?.id);
  return (
    <>
      <PageTitle title={moderatorPages.trusted} failed={attempt !== undefined} />
      <h1>{moderatorPages.trusted}</h1>
      {attempt && <ErrorSummary problems={attempt.problems} message={attempt.message} />}
      <p>{words.intro}</p>
      <p>{words.suspension}</p>
      <h2>{words.list}</h2>
      {trusted.length === 0 ? (
        <p className="empty">{words.none}</p>
      ) : (
        <TrustedTable label={words.list} people={trusted} />
      )}
      <h2>{words.candidates}</h2>
      <p>{words.candidatesIntro}</p>
      {candidates.length === 0 ? (
        <p className="empty">{words.noCandidates}</p>
      ) : (
        <CandidateTable label={words.candidates} people={candidates} />
      )}
      <h2 id="person">{words.find}</h2>
      <Form method="get" action={path} className="search-row" role="search">
        <input
          id="email"
          name="email"
          inputMode="email"
          autoComplete="off"
          aria-label={words.email}
          placeholder={words.email}
          defaultValue={email}
          maxLength={254}
        />
        <button>{words.show}</button>
      </Form>
      {known ? (
        <TrustedTable label={words.find} people={[known]} />
      ) : (
        found && <CandidateTable label={words.find} people={[found]} />
      )}
      {email !== "" && !found && <p>{words.notFound}</p>}
      <Rules settings={loaderData.settings} attempt={attempt} />
    </>
  );
}

interface RulesProps {
  settings: Route.ComponentProps["loaderData"]["settings"];
  attempt: Attempt | undefined;
}

function Rules({ settings, attempt }: RulesProps) {
  const words = useMessages(trustMessages).trusted;
  // An attempt to trust a person has no values of this form.
  const typed = attempt?.values["act"] === "save" ? attempt : undefined;
  const field = textFields(words.fields, typed);
  const isOn = typed ? typed.values["isOn"] === "on" : settings.isOn;
  return (
    <>
      <h2 id="rules">{words.rules}</h2>
      {!settings.isOn && <p>{words.off}</p>}
      {/* With this key, each version gets a new form, so that the fields show the stored values. */}
      <Form method="post" noValidate className="narrow app-form" key={settings.version}>
        <input type="hidden" name="version" value={settings.version} />
        <label className="check">
          <input type="checkbox" name="isOn" value="on" defaultChecked={isOn} />
          <span>{words.isOn}</span>
        </label>
        {trustNumberNames.map((name) => (
          <TextField
            key={name}
            {...field(name)}
            {...(typed ? {} : { defaultValue: settings[name] })}
            inputMode="numeric"
            {...trustNumbers[name]}
          />
        ))}
        <button name="act" value="save">
          {words.save}
        </button>
      </Form>
    </>
  );
}
