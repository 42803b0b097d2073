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
  | "secondFactor"
  | "signUp"
  | "provider"
  | "accountMail"
  | "contact"
  | "takedown"
  | "newsletter"
  | "answer"
  | "contribution"
  | "upload"
  | "page"
  | "review"
  | "vote"
  | "rating"
  | "report";

export type Rates = Record<LimitedAction, Partial<Record<Scope, Rate>>>;

/** docs/decisions/012-limits.md says where the numbers come from. */
export const limitRates: Rates = {
  /** Wrong passwords; a right one is given back. */
  signIn: {
    address: { tries: 100, per: HOUR },
    account: { tries: 80, per: 4 * HOUR },
    pair: { tries: 10, per: HOUR },
    device: { tries: 10, per: HOUR },
  },
  /** Wrong codes. An account's own are counted with its second factor, and lock that. */
  secondFactor: { address: { tries: 100, per: HOUR }, device: { tries: 100, per: HOUR } },
  signUp: { address: { tries: 100, per: HOUR }, account: { tries: 50, per: HOUR } },
  /** Answers that are brought back from the provider. */
  provider: { address: { tries: 1_000, per: HOUR } },
  /** A letter with a link, to an address that anybody may type. */
  accountMail: { address: { tries: 60, per: HOUR }, account: { tries: 5, per: HOUR } },
  contact: { address: { tries: 30, per: HOUR } },
  takedown: { address: { tries: 30, per: HOUR } },
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
