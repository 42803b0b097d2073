import { messagesIn } from "../../../shared/messages/index.ts";
import { pageAction, redirectWithToast } from "../../page.ts";

export function loader() {
  throw new Response(null, { status: 404 });
}

export const action = pageAction(async ({ request, origin, services }) => {
  const { login } = messagesIn("en");
  const cookies = await services.accounts.signOut(request.headers);
  return redirectWithToast({ origin }, "/", { title: login.goodbye, detail: login.goodbyeDetail }, cookies);
});
