import type { ContactDetails } from "../shared/contact-details.ts";
import type { ProviderSettings } from "./auth/oidc.ts";
import type { Database } from "./db/schema.ts";
import type { FileStore } from "./files/file-store.ts";
import type { PageCache } from "./files/page-cache.ts";
import type { Rates } from "./limits/rates.ts";
import type { Papers } from "./papers/papers.ts";

export interface ServicesOptions {
  db: Database;
  files: FileStore;
  /** Opens files of strangers. */
  papers: Papers;
  pageCache: PageCache;
  /** What one person may hand in, in bytes. */
  uploadQuota?: number;
  /** How many processes answer requests on this machine. Left out: one. */
  processes?: number;
  /** How many pages of one account the server recognises in a day (UTC). */
  ocrPagesPerDay?: number;
  /** Where people reach the site. */
  origin: string;
  /** Of this site alone, at least 32 characters: encrypts what must be read again, keys the hashes of limits. */
  secret: string;
  /** Whether an e-mail must be shown to be one's own, by a mailed link. Left out: no. */
  verifiesEmail?: boolean;
  /** Whether an admin has no power before they have a second factor. Left out: no. */
  adminsNeedSecondFactor?: boolean;
  /** The OpenID Connect provider that people may sign in with. Left out: none. */
  oidc?: ProviderSettings | undefined;
  /** What the site says of its operator until an admin says something else. Left out: nothing. */
  contactDefaults?: ContactDetails;
  /** The time now, in epoch milliseconds. */
  clock?: () => number;
  /** How often who may do what. */
  rates?: Rates;
  /** Told where bytes that nobody needs could not be removed. */
  onLeftOver?: (error: unknown) => void;
}

/** Product and trust documents ask for a quota: room for 200 papers of 5 MB. In bytes. */
export const UPLOAD_QUOTA = 1_000_000_000;
/** A hundred papers of 30 pages, and an afternoon of one recogniser. */
export const OCR_PAGES_PER_DAY = 3_000;
