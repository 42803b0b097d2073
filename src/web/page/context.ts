import { createContext, type RouterContextProvider } from "react-router";
import type { Item, ResourceRow } from "../../server/archive/index.ts";
import type { Visit } from "../../server/platform/index.ts";
import type { Services } from "../../server/services.ts";
import type { DomainError } from "../../shared/errors.ts";
import type { Actor, policy } from "../../shared/policy.ts";

export type {
  Facets,
  Item,
  ResourceRow,
  SearchNotes,
  SearchResult,
  SimilarToDraft,
  Suggestions,
  Votes,
} from "../../server/archive/index.ts";
export type {
  PageText,
  PaperProposal,
  PaperTexts,
  Proposal,
  UploadedFile,
} from "../../server/files/index.ts";
export type { Failed, Finished, ResetLogin } from "../../server/people/index.ts";
export type { ContactField } from "../../server/site/index.ts";

/** The server gives it to every loader and action: the only way from pages to the product. */
export interface PageContext {
  services: Services;
  actor: Actor;
  /** The provider for logins. */
  visit: Visit;
  /**
   * Reads the posted form. The request that a page sees has no body.
   * @throws DomainError too_large, too_many_fields, malformed_form, request_timeout, request_aborted, unavailable
   */
  readForm: () => Promise<FormData>;
  /** Waits until the page may be rendered. @returns false if too many wait, and the site refuses the request */
  awaitPlace: () => Promise<boolean>;
  /** The origin of the page in the browser; undefined if the browser sends none. */
  askedFrom: string | undefined;
  /** The server's own instance, so that there is one in the process. */
  policy: typeof policy;
  /** Where people reach the site; behind a proxy the request itself does not say. */
  origin: string;
  /** Presents a row for this reader's pages. */
  present: (row: ResourceRow) => Item;
  /** The person's view of an error; undefined for a fault of ours. */
  asDomainError: (error: unknown) => DomainError | undefined;
  /** Whether an operator needs to know an error. */
  isFault: (error: DomainError) => boolean;
  /** Logs an error that is our fault. */
  logError: (error: unknown) => void;
  /** Says in the answer's header when to try again. @param seconds from now */
  retryAfter: (seconds: number) => void;
  /** Keeps the answer out of all caches: the next one may differ. */
  noStore: () => void;
  /** The toast from the page before, to show once. */
  toast: Toast | undefined;
}

/** The title has the words of the specification; the detail says what happened. */
export interface Toast {
  title: string;
  detail: string;
  /** The key of the draft that is sent now, or the common beginning of several drafts to forget. */
  sent?: string | undefined;
}

export const pageContext = createContext<PageContext>();

export function contextOf(context: Readonly<RouterContextProvider>): PageContext {
  return context.get(pageContext);
}
