import { pageLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { SheetPage } from "../../ui/sheet.tsx";
import type { Route } from "./+types/check-mail.ts";

export const handle = { shortFooter: true };

/** For each mail, the page with the form that sends this mail again. */
const again = {
  signUp: "/register",
  resetPassword: "/forgot-password",
  changeEmail: "/dashboard/change-email",
} as const;
type Purpose = keyof typeof again;

export const loader = pageLoader(({ url }) => {
  const asked = url.searchParams.get("for");
  const purpose: Purpose = Object.keys(again).find((name): name is Purpose => name === asked) ?? "signUp";
  return { purpose };
});

/** Says what to do next. The text is the same if no mail was sent. */
export default function CheckMail({ loaderData: { purpose } }: Route.ComponentProps) {
  const { checkMail } = useMessages();
  return (
    <SheetPage title={checkMail.title}>
      <p>{checkMail[purpose]}</p>
      <p className="hint">{checkMail.nothing}</p>
      <p>
        <a href={again[purpose]}>{checkMail.again[purpose]}</a>
      </p>
    </SheetPage>
  );
}
