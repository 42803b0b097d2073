import { pageLoader } from "../../page/loaders.ts";
import { signInFailed } from "../../features/sign-in/sign-in-failed.ts";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/auth-leave.ts";

export const handle = { bare: true };

export const loader = pageLoader(async (page) => {
  const { services, url, visit } = page;
  const leaving = await services.social.leave(url.searchParams.get("state"), visit);
  if (leaving.problem) throw signInFailed(page, leaving, { purpose: "signIn" });
  return { name: leaving.name, location: leaving.location };
});

/** Redirects to the provider at once, with a message until the provider's page loads. */
export default function AuthLeave({ loaderData: { name, location } }: Route.ComponentProps) {
  const { signIn } = useMessages();
  return (
    <SheetPage title={signIn.leaveTitle(name)}>
      <meta httpEquiv="refresh" content={`0;url=${location}`} />
      <p>{signIn.leaving(name)}</p>
      <p>
        <a href={location}>{signIn.leaveLink(name)}</a>
      </p>
    </SheetPage>
  );
}
