import type { ContactDetails } from "../shared/contact-details.ts";
import type { ProviderSettings } from "./people/auth/oidc.ts";
import type { Database } from "./platform/db/schema/schema.ts";
import type { FileStore } from "./files/storage/file-store.ts";
import type { PageImageCache } from "./files/storage/page-image-cache.ts";
import type { Rates } from "./platform/limits/rates.ts";
import type { Papers } from "./files/rendering/papers.ts";

export interface ServicesOptions {
  db: Database;
  files: FileStore;
  /** Opens untrusted files. */
  papers: Papers;
  pageImageCache: PageImageCache;
  /** The upload quota of one person, in bytes. */
  uploadQuota?: number;
  /** How many processes answer requests on this machine. Left out: one. */
  processes?: number;
  /** How many pages of one account the server recognises in a day (UTC). */
  ocrPagesPerDay?: number;
  /** How long a search may take, in ms. Left out: 500. */
  searchPatience?: number;
  /** The address of the site. */
  origin: string;
  /** This site's own secret of at least 32 characters: it encrypts stored secrets and keys the hashes of limits. */
  secret: string;
  /** Whether people must confirm their email address by a mailed link. Left out: no. */
  verifiesEmail?: boolean;
  /** Whether an admin must set up a second factor before they can act. Left out: no. */
  adminsNeedSecondFactor?: boolean;
  /** The OpenID Connect provider that people may log in with. Left out: none. */
  oidc?: ProviderSettings | undefined;
  /** The default contact details; an admin can replace each of them. Left out: none. */
  contactDefaults?: ContactDetails;
  /** The time now, in epoch milliseconds. */
  clock?: () => number;
  /** The rate limits. */
  rates?: Rates;
  /** Receives the error if unneeded bytes could not be removed. */
  onLeftOver?: (error: unknown) => void;
}

/** Product and trust documents ask for a quota: room for 200 papers of 5 MB. In bytes. */
export const UPLOAD_QUOTA = 1_000_000_000;
/** A hundred papers of 30 pages, and an afternoon of one recogniser. */
export const OCR_PAGES_PER_DAY = 3_000;
