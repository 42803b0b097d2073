import { displayNameSchema } from "../../../shared/schemas/people.ts";
import { isCleanText, parseEmail } from "../../../shared/schemas/text.ts";
import type { SignInProblem } from "../../../shared/sign-in-problems.ts";

/** The trusted part of a person's identity at a provider. */
export interface ProviderProfile {
  /** The provider's issuer. */
  provider: string;
  /** The person's id there, which no other person ever gets (OpenID Connect Core 1.0 §2, `sub`). */
  subject: string;
  /** Verified by the provider. */
  email: string;
  displayName: string;
  /** Whether the provider gave the name; otherwise it is made from the email. */
  hasName: boolean;
}

type Claims = Record<string, unknown>;

const NAME_MAX = 100;
/** OpenID Connect Core 1.0 §2. */
const SUBJECT_MAX = 255;
/** Lower-casing folds a few other letters into these, such as the Kelvin sign into k: another address. */
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * Reads the claims of a provider strictly: nothing is converted, and what is not exactly right is refused.
 * @param idToken its verified claims
 * @param userInfo what the userinfo endpoint added; {} where it was not asked
 */
export function readProfile(
  provider: string,
  idToken: Claims,
  userInfo: Claims,
): ProviderProfile | SignInProblem {
  const { sub: subject } = idToken;
  if (typeof subject !== "string" || subject === "" || subject.length > SUBJECT_MAX || !isCleanText(subject))
    return "internal-error";
  // The address and whether it is verified come from one source: never the one from here and the other from there.
  const { email: claimed, email_verified: verified } = "email" in idToken ? idToken : userInfo;
  const email =
    typeof claimed === "string" && PRINTABLE_ASCII.test(claimed) ? parseEmail(claimed) : undefined;
  // Not `!verified`: the string "false" is no proof, and neither is "true".
  if (!email || verified !== true) return "unverified-email";
  const name = cleanName(idToken["name"]) ?? cleanName(userInfo["name"]);
  const displayName = name ?? email.slice(0, email.indexOf("@")).slice(0, NAME_MAX);
  return { provider, subject, email, displayName, hasName: name !== undefined };
}

function cleanName(claimed: unknown): string | undefined {
  if (typeof claimed !== "string") return undefined;
  const short = [...claimed.trim()].slice(0, NAME_MAX).join("").slice(0, NAME_MAX).toWellFormed();
  return displayNameSchema.safeParse(short).data;
}
