import type { z } from "zod";
import { DomainError } from "../shared/problems/errors.ts";
import type { Visit } from "../server/platform/index.ts";
import type { FieldWords } from "../shared/kinds/index.ts";
import type { Actor } from "../shared/people/policy.ts";

/** The arguments of a handler. The service checks the actor and the input. */
export interface Call {
  actor: Actor;
  visit: Visit;
  params: Record<string, string>;
  query: Record<string, string | string[]>;
  /** The parsed JSON body; undefined if the operation has none. */
  body: unknown;
}

export interface Reply {
  status?: 200 | 201 | 202;
  body: unknown;
  headers?: [name: string, value: string][];
}

/**
 * One call of the API (spec §7). The route, the OpenAPI entry and the tests are built from this declaration.
 */
export interface Operation {
  id: string;
  method: "get" | "post" | "put";
  /**
   * The paths under `/api`, with parameters as `{name}`. The first is canonical; the others are aliases of
   * the specification.
   */
  paths: string[];
  summary: string;
  tag: string;
  /**
   * The required permission, for the documentation only. The service that the handler calls enforces the
   * permission.
   */
  access: "anyone" | "signedIn" | "moderator" | "admin" | "self";
  query?: z.ZodType;
  body?: z.ZodType;
  /** The largest allowed body, in bytes. The default is enough for text. */
  maxBody?: number;
  /** The largest allowed number of keys in the body. The default is that of a form. */
  maxFields?: number;
  answer: z.ZodType;
  status?: 200 | 201;
  /** The labels for messages about the body's fields. */
  labels?: Record<string, FieldWords>;
  /**
   * Checks whether the actor may use the thing that the path names, before the body is read. The service checks it
   * again.
   */
  admit?: ((call: Pick<Call, "actor" | "params">) => Promise<void>) | undefined;
  handle: (call: Call) => Promise<Reply>;
}

/**
 * The headers of a search response. An incomplete response must not be stored, because the next request may
 * find more.
 */
export const noStoreIfPartial = ({
  isCut,
  isIncomplete = false,
}: {
  isCut: boolean;
  isIncomplete?: boolean;
}): [name: string, value: string][] => (isCut || isIncomplete ? [["cache-control", "no-store"]] : []);

/** The seconds after which a client can retry. */
const RETRY_AFTER = 1;

/**
 * Throws instead of sending an empty response, if the search was incomplete.
 * @param found the notes of the search, and the number of items
 * @throws DomainError unavailable
 */
export function requireAnswer({ isCut, total }: { isCut: boolean; total: number }): void {
  if (isCut && total === 0) throw new DomainError("unavailable", { retryAfter: RETRY_AFTER });
}
