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

/** What the server hands to every loader and action: the only way from pages to the product. */
export interface PageContext {
  services: Services;
  actor: Actor;
  /** By which somebody may sign in. */
  visit: Visit;
  /**
   * Reads the posted form. The request that a page sees has no body.
   * @throws DomainError too_large, too_many_fields, malformed_form, request_timeout, request_aborted, unavailable
   */
  readForm: () => Promise<FormData>;
  /** Waits until the page may be rendered. @returns false if too many wait, and the site refuses the request */
  awaitPlace: () => Promise<boolean>;
  /** The origin that the browser says its page is on; undefined where it says nothing. */
  askedFrom: string | undefined;
  /** The server's own, so that there is one in the process. */
  policy: typeof policy;
  /** Where people reach the site; behind a proxy the request itself does not tell. */
  origin: string;
  /** What leaves of a row, for this reader's pages. */
  present: (row: ResourceRow) => Item;
  /** What an error means to the person; undefined for a fault of ours. */
  asDomainError: (error: unknown) => DomainError | undefined;
  /** Whether the operator should know of an error. */
  isFault: (error: DomainError) => boolean;
  /** Tells the log of an error that is our fault. */
  logError: (error: unknown) => void;
  /** Says in the answer's header when to try again. @param seconds from now */
  retryAfter: (seconds: number) => void;
  /** Has the answer kept nowhere: asked again, it may be another. */
  noStore: () => void;
  /** Ours to show once, from the page before. */
  toast: Toast | undefined;
}

/** Words of the specification as title, and plainly what happened. */
export interface Toast {
  title: string;
  detail: string;
  /** The key of the draft that is sent now, or the beginning of several that are to go. */
  sent?: string | undefined;
}

export const pageContext = createContext<PageContext>();

export function contextOf(context: Readonly<RouterContextProvider>): PageContext {
  return context.get(pageContext);
}
