const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Allows this number of attempts at once. The attempts refill one by one, and all within `per` ms. */
export interface Rate {
  tries: number;
  per: number;
}

/**
 * The attempts that a limit counts together.
 * - `address`: all requests from an IP address. The limits are high, because a campus can share an address.
 * - `account`: all requests that name an account.
 * - `pair`: all requests from one address that name one account.
 * - `device`: requests from a browser in which the account logged in before. They are counted separately.
 */
export type Scope = "address" | "account" | "pair" | "device";

type Scopes = Partial<Record<Scope, Rate>>;

/** One IP address can't use up the allowance of a mailbox. */
const TYPED_MAILBOX = {
  pair: { tries: 5, per: HOUR },
  account: { tries: 20, per: HOUR },
} satisfies Scopes;
/**
 * Mails about strangers' messages to admins. `account` is an admin's mailbox. Above the limit, a digest
 * counts the messages.
 */
const ADMIN_MAILBOX = { account: { tries: 10, per: HOUR } } satisfies Scopes;
const ONE_AN_HOUR = { account: { tries: 1, per: HOUR } } satisfies Scopes;

/** An attempt of `uploadBytes`, in bytes. */
export const UPLOAD_STEP = 100_000;

/**
 * Returns the limits of `uploadBytes`.
 * @param bytes that one address can upload in a day; an account can upload a quarter of them
 */
export function uploadRates(bytes: number) {
  const tries = Math.max(4, Math.floor(bytes / UPLOAD_STEP));
  return {
    address: { tries, per: DAY },
    account: { tries: Math.floor(tries / 4), per: DAY },
  } satisfies Scopes;
}

/** docs/limits.md lists the numbers, and docs/decisions/012-limits.md explains them. */
export const limitRates = {
  /** Wrong passwords; a right password gives its attempt back. */
  signIn: {
    address: { tries: 100, per: HOUR },
    account: { tries: 80, per: 4 * HOUR },
    pair: { tries: 10, per: HOUR },
    device: { tries: 10, per: HOUR },
  },
  /**
   * Counted only for each account: strangers don't know the password, and a known browser gets a new number
   * at each login.
   */
  rightPassword: { account: { tries: 60, per: HOUR } },
  /** Wrong codes. The second factor itself counts an account's wrong codes, and locks. */
  secondFactor: { address: { tries: 100, per: HOUR }, device: { tries: 100, per: HOUR } },
  signUp: { address: { tries: 100, per: HOUR }, account: { tries: 50, per: HOUR } },
  /** Responses of the provider, which arrive with a browser's request. */
  provider: { address: { tries: 1_000, per: HOUR } },
  /**
   * A mail with a link, to an address that any visitor can enter. Each purpose counts separately, and only
   * sent mails count.
   */
  signUpMail: TYPED_MAILBOX,
  /** Requests for any address, with or without an account. */
  resetRequest: { address: { tries: 100, per: HOUR } },
  resetMail: { ...TYPED_MAILBOX, device: { tries: 5, per: HOUR } },
  /** Here `account` is the requester's account. */
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
  /**
   * Bytes of uploads, in steps of 100 kB. A campus shares 20 GB a day (`PROSHNO_UPLOAD_DAY_MB`), and one account can't
   * use up the day of the others.
   */
  uploadBytes: uploadRates(20_000_000_000),
  /** New piles, which can stay for 30 days. */
  pile: { account: { tries: 30, per: DAY } },
  /** Changes of a pile's rows: an afternoon of work on 500 rows, cell by cell. */
  pileChange: { account: { tries: 6_000, per: HOUR } },
  /**
   * Rows and lines that changes of piles carry. It counts work instead of calls: sixty changes of all 500 rows, or
   * pasted links, in an hour.
   */
  pileRows: { account: { tries: 30_000, per: HOUR } },
  /** Views of a pile: a page that looks again every two seconds while papers are read, in three tabs. */
  pileView: { account: { tries: 6_000, per: HOUR } },
  /** Files and ZIPs that are uploaded to a pile: 500 photos or papers at once, and the second attempts. */
  pileUpload: { address: { tries: 6_000, per: DAY }, account: { tries: 1_000, per: DAY } },
  /** Items that a pile contributes. A job counts them, after the address is forgotten. */
  pileContribution: { account: { tries: 600, per: DAY } },
  /**
   * Page images that the server must draw; it draws each image once. The limit fits a campus that reads as
   * fast as we draw.
   */
  page: { address: { tries: 3_000, per: HOUR } },
  review: { address: { tries: 100, per: DAY }, account: { tries: 10, per: DAY } },
  vote: { address: { tries: 3_000, per: HOUR }, account: { tries: 300, per: HOUR } },
  rating: { address: { tries: 2_000, per: HOUR }, account: { tries: 200, per: HOUR } },
  /** Requests for missing papers, and requests that are taken back. */
  ask: { address: { tries: 3_000, per: HOUR }, account: { tries: 300, per: HOUR } },
  follow: { account: { tries: 300, per: HOUR } },
  /** Changes of a person's own lists. */
  saved: { account: { tries: 600, per: HOUR } },
  /** Visitors can send reports too. */
  report: { address: { tries: 60, per: HOUR }, account: { tries: 20, per: HOUR } },
} satisfies Record<string, Scopes>;

export type LimitedAction = keyof typeof limitRates;
export type Rates = Record<LimitedAction, Scopes>;
/** The scopes that an action has rates for. */
export type ScopesOf<Action extends LimitedAction> = Action extends LimitedAction
  ? keyof (typeof limitRates)[Action]
  : never;
