import { displayNameSchema } from "../../../shared/schemas/people.ts";
import { isCleanText, parseEmail } from "../../../shared/schemas/text.ts";
import type { SignInProblem } from "../../../shared/people/sign-in-problems.ts";

/** The trusted part of a person's identity at a provider. */
export interface ProviderProfile {
  /** The provider's issuer. */
  provider: string;
  /**
   * The person's id at the provider. The provider never gives this id to a different person (OpenID Connect
   * Core 1.0 §2, `sub`).
   */
  subject: string;
  /** An email that the provider verified. */
  email: string;
  displayName: string;
  /** Whether the provider sent the name. If false, the name is derived from the email. */
  hasName: boolean;
}

type Claims = Record<string, unknown>;

const NAME_MAX = 100;
/** The limit of OpenID Connect Core 1.0 §2 for `sub`. */
const SUBJECT_MAX = 255;
/**
 * Lower case turns some other letters into ASCII, such as the Kelvin sign into k. The result would be a
 * different address.
 */
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * Reads the claims of a provider strictly: it converts nothing, and rejects every wrong type.
 * @param idToken the verified claims of the ID token
 * @param userInfo the claims from the userinfo endpoint; {} without a request
 */
export function readProfile(
  provider: string,
  idToken: Claims,
  userInfo: Claims,
): ProviderProfile | SignInProblem {
  const { sub: subject } = idToken;
  if (typeof subject !== "string" || subject === "" || subject.length > SUBJECT_MAX || !isCleanText(subject))
    return "internal-error";
  // `email` and `email_verified` must come from the same source, so that one source can't verify the address
  // of the other source.
  const { email: claimed, email_verified: verified } = "email" in idToken ? idToken : userInfo;
  const email =
    typeof claimed === "string" && PRINTABLE_ASCII.test(claimed) ? parseEmail(claimed) : undefined;
  // Only the boolean `true` is accepted; the string "true" proves nothing.
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
