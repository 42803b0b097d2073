import { type SignInProblem, signInProblems as codes } from "../../../shared/people/sign-in-problems.ts";
import island from "../../islands/social-sign-in.ts?worker&url";
import { useMessages } from "../../ui/messages.ts";

export interface SocialSignInProps {
  /** The provider's name; undefined if none is configured. */
  provider: string | undefined;
  /** The remembered address. */
  from: string;
  origin: string;
}

/**
 * The button that logs in with the provider, in a separate window. Without JavaScript it logs in on the page.
 */
export function SocialSignIn({ provider, from, origin }: SocialSignInProps) {
  const { signIn, signInProblems } = useMessages();
  if (!provider) return null;
  const words = {
    ...Object.fromEntries(codes.map((code: SignInProblem) => [code, signInProblems[code](provider, origin)])),
    waiting: signIn.waiting(provider),
    "no-channels": signIn.noChannels(provider),
  };
  const next = `/auth/welcome?${new URLSearchParams({ from })}`;
  return (
    <form className="sign-in-social" method="post" action="/auth/start" data-next={next} data-from={from}>
      <p className="or">{signIn.or}</p>
      <input type="hidden" name="from" value={from} />
      <button className="quiet">{signIn.button(provider)}</button>
      <div className="outcome">
        <p role="status" data-words={JSON.stringify(words)} />
        <button className="quiet" hidden>
          {signIn.inPage}
        </button>
      </div>
      <script type="module" src={island} />
    </form>
  );
}
