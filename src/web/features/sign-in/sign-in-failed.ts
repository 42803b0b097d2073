import { redirect } from "react-router";
import type { Failed } from "../../page/context.ts";
import type { Page } from "../../page/page.ts";

/** The purpose of a login through the provider. */
interface SignInPurpose {
  purpose: "signIn" | "connect";
  from?: string | undefined;
}

/**
 * The page where the person pressed the button, with the problem in words. Logs a problem that the operator should
 * know.
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
