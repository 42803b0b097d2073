import { createContext, type RouterContextProvider } from "react-router";
import type { Item, ResourceRow } from "../../server/library/index.ts";
import type { Visit } from "../../server/platform/index.ts";
import type { Services } from "../../server/services.ts";
import type { DomainError } from "../../shared/problems/errors.ts";
import type { Actor, policy } from "../../shared/people/policy.ts";

export type {
  DeskDecision,
  DeskItem,
  DeskPage,
  DeskPreview,
  DeskRow,
  Holder,
  Insight,
  Reason,
  TrustOverview,
} from "../../server/moderating/index.ts";
export type {
  DepartmentsPage,
  Facets,
  Item,
  ListedMerge,
  ListedUniversity,
  MergePreview,
  Notice,
  ResourceRow,
  SearchNotes,
  SearchResult,
  SimilarToDraft,
  Suggestions,
  Votes,
} from "../../server/library/index.ts";
export type { OwnPile, PilePage, PileRow } from "../../server/contributing/index.ts";
export type {
  PageText,
  PaperProposal,
  PaperTexts,
  Proposal,
  UploadedFile,
} from "../../server/files/index.ts";
export type { Failed, Finished, ResetLogin } from "../../server/people/index.ts";
export type { Operations } from "../../server/operations/index.ts";
export type { ContactField } from "../../server/site/index.ts";

/**
 * The values that the server passes to every loader and action. These values are the pages' only access to
 * the rest of the product.
 */
export interface PageContext {
  services: Services;
  actor: Actor;
  /** The client and the headers of the request, for a login. */
  visit: Visit;
  /**
   * Reads the posted form, because the request of a page has no body, and waits for a place.
   * @throws DomainError too_large, too_many_fields, malformed_form, request_timeout, request_aborted,
   * unavailable
   */
  readForm: () => Promise<FormData>;
  /**
   * Waits until the page can be rendered.
   * @returns false if too many requests wait; the site then refuses this one
   */
  awaitPermit: () => Promise<boolean>;
  /** The origin of the page in the browser; undefined if the browser does not send an origin. */
  askedFrom: string | undefined;
  /** The server's instance of this module, so that the process has only one. */
  policy: typeof policy;
  /** The public origin of the site. Behind a proxy, the request does not contain the public origin. */
  origin: string;
  /** The archive's time zone, such as Asia/Dhaka. */
  timeZone: string;
  /** Turns a row into an item with the details that this reader may see. */
  present: (row: ResourceRow) => Item;
  /** The error that the person sees; undefined for a fault of ours. */
  asDomainError: (error: unknown) => DomainError | undefined;
  /** Whether an operator needs to know about an error. */
  isFault: (error: DomainError) => boolean;
  /** Logs an error that is our fault. */
  logError: (error: unknown) => void;
  /**
   * Adds a header that says when to try again.
   * @param seconds the time from now
   */
  retryAfter: (seconds: number) => void;
  /** Keeps the response out of all caches, because the next response may differ. */
  noStore: () => void;
  /** The toast of the previous page. It is shown once. */
  toast: Toast | undefined;
}

/** A message after a success. The specification gives the title; the detail says what happened. */
export interface Toast {
  title: string;
  detail: string;
  /** The key of the sent draft, or the common prefix of the keys of several drafts to delete. */
  sent?: string | undefined;
}

export const pageContext = createContext<PageContext>();

export function contextOf(context: Readonly<RouterContextProvider>): PageContext {
  return context.get(pageContext);
}
