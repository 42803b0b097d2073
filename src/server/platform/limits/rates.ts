const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** So many at once, and as many again within `per` ms, coming back one by one. */
export interface Rate {
  tries: number;
  per: number;
}

/**
 * What tries are counted by:
 * `address` is everybody behind a network address: generous, for a campus shares one;
 * `account` is everybody who names one account;
 * `pair` is everybody at one address who names one account;
 * `device` is a browser in which that account signed in before. It counts apart from all others.
 */
export type Scope = "address" | "account" | "pair" | "device";

export type LimitedAction =
  | "signIn"
  | "rightPassword"
  | "secondFactor"
  | "signUp"
  | "provider"
  | "signUpMail"
  | "resetRequest"
  | "resetMail"
  | "changeEmail"
  | "changeEmailMail"
  | "contact"
  | "contactMail"
  | "contactDigest"
  | "takedown"
  | "takedownMail"
  | "takedownDigest"
  | "newsletter"
  | "answer"
  | "contribution"
  | "upload"
  | "page"
  | "review"
  | "vote"
  | "rating"
  | "report";

type Scopes = Partial<Record<Scope, Rate>>;
export type Rates = Record<LimitedAction, Scopes>;

/** One address can't use up the allowance of a mailbox alone. */
const TYPED_MAILBOX: Scopes = { pair: { tries: 5, per: HOUR }, account: { tries: 20, per: HOUR } };
/** Messages of strangers to admins. `account` is an admin's mailbox; a digest counts the rest. */
const ADMIN_MAILBOX: Scopes = { account: { tries: 10, per: HOUR } };
const ONE_AN_HOUR: Scopes = { account: { tries: 1, per: HOUR } };

/** docs/decisions/012-limits.md says where the numbers come from. */
export const limitRates: Rates = {
  /** Wrong passwords; a right one is given back. */
  signIn: {
    address: { tries: 100, per: HOUR },
    account: { tries: 80, per: 4 * HOUR },
    pair: { tries: 10, per: HOUR },
    device: { tries: 10, per: HOUR },
  },
  /** By account only: strangers don't know the password, and a known browser becomes another one at each login. */
  rightPassword: { account: { tries: 60, per: HOUR } },
  /** Wrong codes. An account's own are counted with its second factor, and lock that. */
  secondFactor: { address: { tries: 100, per: HOUR }, device: { tries: 100, per: HOUR } },
  signUp: { address: { tries: 100, per: HOUR }, account: { tries: 50, per: HOUR } },
  /** Answers that are brought back from the provider. */
  provider: { address: { tries: 1_000, per: HOUR } },
  /** A mail with a link, to a mailbox that anybody may type. Each purpose counts separately, once a mail is sent. */
  signUpMail: TYPED_MAILBOX,
  /** For any mailbox, with or without an account. */
  resetRequest: { address: { tries: 100, per: HOUR } },
  resetMail: { ...TYPED_MAILBOX, device: { tries: 5, per: HOUR } },
  /** Here `account` is the requester. */
  changeEmail: { address: { tries: 100, per: HOUR }, account: { tries: 10, per: HOUR } },
  changeEmailMail: TYPED_MAILBOX,
  contact: { address: { tries: 30, per: HOUR } },
  contactMail: ADMIN_MAILBOX,
  contactDigest: ONE_AN_HOUR,
  takedown: { address: { tries: 30, per: HOUR } },
  takedownMail: ADMIN_MAILBOX,
  takedownDigest: ONE_AN_HOUR,
  newsletter: { address: { tries: 30, per: HOUR } },
  answer: { address: { tries: 300, per: HOUR }, account: { tries: 60, per: HOUR } },
  contribution: { address: { tries: 1_000, per: HOUR }, account: { tries: 300, per: HOUR } },
  upload: { address: { tries: 2_000, per: HOUR }, account: { tries: 200, per: HOUR } },
  /** Pictures of pages that must be drawn first, which each is once: for a campus that reads as fast as we draw. */
  page: { address: { tries: 3_000, per: HOUR } },
  review: { address: { tries: 100, per: DAY }, account: { tries: 10, per: DAY } },
  vote: { address: { tries: 3_000, per: HOUR }, account: { tries: 300, per: HOUR } },
  rating: { address: { tries: 2_000, per: HOUR }, account: { tries: 200, per: HOUR } },
  /** Visitors may report, too. */
  report: { address: { tries: 60, per: HOUR }, account: { tries: 20, per: HOUR } },
};
