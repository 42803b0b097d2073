import { data, redirect } from "react-router";
import { invalid } from "../../../shared/problems/errors.ts";
import { returnPath } from "../../../shared/people/return-to.ts";
import { RecoveryCodes } from "../../features/accounts/recovery-codes.tsx";
import { Enrolled, Off, Pending } from "../../features/accounts/second-factor-forms.tsx";
import { type Attempt, pageAction, textOf } from "../../page/forms.ts";
import { ownLoader } from "../../page/loaders.ts";
import type { PostedPage } from "../../page/page.ts";
import { redirectWithToast } from "../../page/redirects.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Sheet } from "../../ui/sheet.tsx";
import type { Route } from "./+types/second-factor.ts";
import { type ReactNode, useEffect, useRef } from "react";

/**
 * The heading of the next step on the same page. The heading gets the focus, because the button of the
 * previous step was removed.
 */
function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 tabIndex={-1} ref={heading}>
      {children}
    </h1>
  );
}

const acts = ["begin", "enrol", "codes", "off"] as const;
const SECURITY = "/dashboard/security";

export const loader = ownLoader(async ({ url, actor, services }) => {
  const from = url.searchParams.get("from");
  return {
    ...(await services.secondFactor.state(actor)),
    next: from === null ? SECURITY : returnPath(from),
  };
});

/** Recovery codes, which are shown only once, in this response. */
interface Shown {
  recoveryCodes: string[];
}

export const action = pageAction(async (page) => {
  const { form, services, actor, messages } = page;
  const act = acts.find((name) => name === textOf(form, "act"));
  if (!act) throw invalid("act", "invalid");
  if (act === "begin") return begin(page);
  if (act === "off") {
    const setCookies = await services.secondFactor.turnOff(actor);
    const { turnedOff: title, turnedOffDetail: detail } = messages.secondFactor;
    return redirectWithToast(page, SECURITY, { title, detail }, setCookies);
  }
  const { recoveryCodes, setCookies } =
    act === "enrol"
      ? await services.secondFactor.enrol(actor, { code: textOf(form, "code") })
      : await services.secondFactor.renewCodes(actor);
  const headers = setCookies.map((cookie): [string, string] => ["set-cookie", cookie]);
  return data<Shown>({ recoveryCodes }, { headers });
});

async function begin({ services, actor, pattern, url }: PostedPage): Promise<Response> {
  await services.secondFactor.begin(actor);
  return redirect(pattern + url.search, 303);
}

/** Turns two-step login on or off. */
export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { secondFactor: words } = useMessages();
  const { isEnrolled, codesLeft, pending, isRequired, next } = loaderData;
  const done = actionData as Shown | Attempt | undefined;
  if (done && "recoveryCodes" in done) {
    return (
      <Sheet title={words.codes.title} heading={<StepHeading>{words.codes.title}</StepHeading>}>
        <RecoveryCodes codes={done.recoveryCodes} next={next} />
      </Sheet>
    );
  }
  return (
    <Sheet
      title={words.title}
      heading={pending && <StepHeading>{words.title}</StepHeading>}
      failed={done !== undefined}
    >
      {done && <ErrorSummary problems={done.problems} message={done.message} />}
      {isRequired && !isEnrolled && <p>{words.adminsNeed}</p>}
      {isEnrolled && <Enrolled codesLeft={codesLeft} isRequired={isRequired} />}
      {!isEnrolled && pending && <Pending {...pending} problem={done?.problems["code"]} />}
      {!isEnrolled && !pending && <Off />}
    </Sheet>
  );
}
