import type { z } from "zod";
import { DomainError } from "../shared/errors.ts";
import type { Visit } from "../server/platform/index.ts";
import type { FieldWords } from "../shared/kinds/index.ts";
import type { Actor } from "../shared/policy.ts";

/** A handler's arguments: the caller and the input, which the service has yet to check. */
export interface Call {
  actor: Actor;
  visit: Visit;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  /** The parsed JSON body; undefined if the operation takes none. */
  body: unknown;
}

export interface Reply {
  status?: 200 | 201 | 202;
  body: unknown;
  headers?: [name: string, value: string][];
}

/** One call of the API (spec §7), from which its route, its OpenAPI entry and its tests derive. */
export interface Operation {
  id: string;
  method: "get" | "post" | "put";
  /**
   * Below `/api`, parameters as `{name}`. The first is canonical; the others are other spellings of the specification.
   */
  paths: string[];
  summary: string;
  tag: string;
  /** Documented; enforced by the service that the handler calls. */
  access: "anyone" | "signedIn" | "admin" | "self";
  query?: z.ZodType;
  body?: z.ZodType;
  /** Largest body in bytes; the default is for text. */
  maxBody?: number;
  answer: z.ZodType;
  status?: 200 | 201;
  /** Labels for messages about the body's fields. */
  labels?: Record<string, FieldWords>;
  handle: (call: Call) => Promise<Reply>;
}

/** The headers of a search's answer. Nothing stores an answer that may grow on the next request. */
export const noStoreIfPartial = ({
  isCut,
  isIncomplete = false,
}: {
  isCut: boolean;
  isIncomplete?: boolean;
}): [name: string, value: string][] => (isCut || isIncomplete ? [["cache-control", "no-store"]] : []);

/** In seconds. */
const RETRY_AFTER = 1;

/**
 * Refuses an empty answer if the search may have missed an item.
 * @param found the notes of the search, and the number of items
 * @throws DomainError unavailable
 */
export function requireAnswer({ isCut, total }: { isCut: boolean; total: number }): void {
  if (isCut && total === 0) throw new DomainError("unavailable", { retryAfter: RETRY_AFTER });
}
