import type { Context } from "hono";
import type { IncomingMessage } from "node:http";
import { ReadableStream as NodeReadableStream } from "node:stream/web";
import { type Client, networkOf } from "../../server/platform/index.ts";
import { DomainError, isDomainError } from "../../shared/errors.ts";
import type { Actor } from "../../shared/policy.ts";
import { createBodyBudget } from "./body-budget.ts";
import { type Pace, PACE, pacedBody } from "./paced-body.ts";
import { type ReadForm, readForm } from "./read-form.ts";
import { createKeyCounter, parseJson } from "./read-json.ts";
import { createSpool } from "./spool.ts";

/** The memory and the disk of bodies that are still arriving, in bytes. */
const MEMORY = { process: 64_000_000, requester: 8_000_000 };
const DISK = { process: 2_000_000_000, requester: 60_000_000 };

type Bytes = Uint8Array<ArrayBuffer>;

/** A request and its sender. */
export interface Sender {
  request: Request;
  /** Node's own request; absent where there is no socket, as in a test. */
  incoming?: IncomingMessage | undefined;
  /** From the session, which the server looks up before it reads the body. */
  actor: Actor;
  client: Client;
}

/** The request itself, as Hono and Node have it. */
export const sentBy = ({ req, env }: Context): Pick<Sender, "request" | "incoming"> => ({
  request: req.raw,
  incoming: (env as { incoming?: IncomingMessage } | undefined)?.incoming,
});

export interface BodiesOptions {
  /** The folder where files of forms wait until the form is answered. */
  spool: string;
  pace?: Pace | undefined;
  /** Looks up the actor of a session as it is now. */
  actorOf: (headers: Headers) => Promise<Actor>;
}

export type Bodies = ReturnType<typeof createBodies>;

/**
 * Reads bodies within bounds of size, time, memory and disk (docs/decisions/032). Every function throws DomainError
 * too_large and request_aborted; `json` and `form` also throw request_timeout, and unavailable for a body that gives way.
 */
export function createBodies({ spool: folder, pace = PACE, actorOf }: BodiesOptions) {
  const memory = createBodyBudget(MEMORY);
  const disk = createBodyBudget(DISK);
  const spool = createSpool(folder);

  const paced = ({ request, incoming, actor }: Sender, maxBytes: number, signal?: AbortSignal) =>
    pacedBody(request, {
      incoming,
      maxBytes,
      hasSession: actor !== undefined,
      pace,
      ...(signal && { signal }),
    });

  /**
   * A session may end while a body arrives, and a role may change.
   * @param since by the monotonic clock, in ms
   * @throws DomainError sign_in_required
   */
  async function stillActs({ request, actor }: Sender, since: number): Promise<void> {
    if (!actor || performance.now() - since < pace.recheck) return;
    const now = await actorOf(request.headers);
    const isSame = now?.id === actor.id && now.role === actor.role && now.mustEnrol === actor.mustEnrol;
    if (!isSame) throw new DomainError("sign_in_required");
  }

  return {
    /**
     * Passes a body on as it arrives, and keeps nothing. The stream ends if its sender is too slow: the bytes up to then
     * count, and another request may bring the rest.
     * @param maxBytes the largest body
     */
    stream: (sender: Sender, maxBytes: number) =>
      // The two types of the same class differ in a detail of their declarations.
      NodeReadableStream.from(untilLate(paced(sender, maxBytes))) as ReadableStream<Bytes>,

    /**
     * @param maxBytes the largest body
     * @returns the parsed JSON; undefined where there is no body
     * @throws DomainError also wrong_content_type, too_many_fields, malformed_body
     */
    async json(sender: Sender, maxBytes: number): Promise<unknown> {
      const ended = new AbortController();
      const held = memory.begin(requesterOf(sender), (reason) => ended.abort(reason));
      const since = performance.now();
      const chunks: Uint8Array[] = [];
      const count = createKeyCounter();
      try {
        for await (const chunk of paced(sender, maxBytes, ended.signal)) {
          if (!isJson(sender.request)) throw new DomainError("wrong_content_type");
          count(chunk);
          held.hold(chunk.length);
          chunks.push(chunk);
        }
        await stillActs(sender, since);
        return chunks.length === 0 ? undefined : parseJson(chunks);
      } finally {
        held.release();
      }
    },

    /**
     * @param maxBytes the largest body, files included
     * @returns the form, whose files are on disk until it is discarded
     * @throws DomainError also too_many_fields, malformed_form; the disk's errors
     */
    async form(sender: Sender, maxBytes: number): Promise<ReadForm> {
      const ended = new AbortController();
      const since = performance.now();
      const end = (reason: DomainError) => ended.abort(reason);
      const requester = requesterOf(sender);
      const [inMemory, onDisk] = [memory.begin(requester, end), disk.begin(requester, end)];
      try {
        const { form, discard } = await readForm({
          headers: sender.request.headers,
          chunks: paced(sender, maxBytes, ended.signal),
          spool,
          holdText: inMemory.hold,
          holdFile: onDisk.hold,
        });
        onDisk.arrived();
        await stillActs(sender, since).catch(async (error: unknown) => {
          await discard();
          throw error;
        });
        return { form, discard: () => discard().finally(onDisk.release) };
      } catch (error) {
        onDisk.release();
        throw error;
      } finally {
        inMemory.release();
      }
    },
  };
}

async function* untilLate(chunks: AsyncIterable<Bytes>): AsyncGenerator<Bytes> {
  try {
    yield* chunks;
  } catch (error) {
    if (!isDomainError(error) || error.code !== "request_timeout") throw error;
  }
}

/** A campus shares an address, so people with a session count by themselves. */
function requesterOf({ actor, client }: Sender): string {
  return actor ? `person ${actor.id}` : `address ${networkOf(client.address)}`;
}

function isJson({ headers }: Request): boolean {
  return (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() === "application/json";
}
