import { redirect } from "react-router";
import type { Failed } from "../../page/context.ts";
import type { Page } from "../../page/page.ts";

/** Why the person uses the provider: to log in, or to connect the account. */
interface SignInPurpose {
  purpose: "signIn" | "connect";
  from?: string | undefined;
}

/**
 * Redirects to the page where the person pressed the button, with the problem. Logs a problem that an
 * operator must know about.
 */
export function signInFailed(
  page: Page,
  { problem, fault }: Failed,
  { purpose, from }: SignInPurpose,
): Response {
  logFault(page, fault);
  if (purpose === "connect") return redirect(`/dashboard/provider?${new URLSearchParams({ problem })}`, 303);
  return redirect(`/login?${new URLSearchParams({ ...(from ? { from } : {}), problem })}`, 303);
}

export function logFault({ logError }: Pick<Page, "logError">, fault: string | undefined): void {
  if (fault) logError(new Error(`Sign-in by the provider: ${fault}`));
}
