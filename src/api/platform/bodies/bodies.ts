import type { Context } from "hono";
import type { IncomingMessage } from "node:http";
import { ReadableStream as NodeReadableStream } from "node:stream/web";
import type { UploadSpace } from "../../../server/files/index.ts";
import { type Client, networkOf } from "../../../server/platform/index.ts";
import { DomainError, isDomainError } from "../../../shared/problems/errors.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { createBodyBudget } from "./body-budget.ts";
import { type Pace, PACE, pacedBody } from "./paced-body.ts";
import { type ReadForm, readForm } from "./read-form.ts";
import { createKeyCounter, parseJson } from "./read-json.ts";
import { createSpool } from "./spool.ts";

/** How many bytes of incoming bodies can be in memory and on disk. */
const MEMORY = { process: 64_000_000, requester: 8_000_000 };
const DISK = { process: 2_000_000_000, requester: 60_000_000 };

type Bytes = Uint8Array<ArrayBuffer>;

export interface Sender {
  request: Request;
  /** Node's request; undefined without a socket, as in a test. */
  incoming?: IncomingMessage | undefined;
  /** The user of the session. The server looks it up before it reads the body. */
  actor: Actor;
  client: Client;
  /**
   * Waits for a permit, after the body is read. Until then the body counts towards the budget of bytes.
   * @throws the error that refuses the request
   */
  awaitPermit: () => Promise<void>;
}

/** The sender of a body that passes on as it arrives, without a permit. */
type Streamer = Omit<Sender, "awaitPermit">;

/** The request as Hono and Node see it. */
export const sentBy = ({ req, env }: Context): Pick<Sender, "request" | "incoming"> => ({
  request: req.raw,
  incoming: (env as { incoming?: IncomingMessage } | undefined)?.incoming,
});

export interface BodiesOptions {
  /** The folder for the files of forms that the server is still processing. */
  spool: string;
  /** Says whether the disk has its reserve. */
  space: Pick<UploadSpace, "hasSpace">;
  pace?: Pace | undefined;
  /** Looks up the user of a session again. */
  actorOf: (headers: Headers) => Promise<Actor>;
}

export type Bodies = ReturnType<typeof createBodies>;

/**
 * Reads bodies within limits of size, time, memory and disk (docs/decisions/032). Every function throws
 * DomainError too_large and request_aborted. `json` and `form` return with a permit (docs/decisions/038); they also
 * throw request_timeout, unavailable if the budget ended the body, and the errors of `awaitPermit`.
 */
export function createBodies({ spool: folder, space, pace = PACE, actorOf }: BodiesOptions) {
  const memory = createBodyBudget(MEMORY);
  const disk = createBodyBudget(DISK);
  const spool = createSpool(folder, space);

  const paced = ({ request, incoming, actor }: Streamer, maxBytes: number, signal?: AbortSignal) =>
    pacedBody(request, {
      incoming,
      maxBytes,
      hasSession: actor !== undefined,
      pace,
      ...(signal && { signal }),
    });

  /**
   * Looks up the session again after a slow body: the session may have ended, or the role may have changed.
   * @param since the start of the body on the monotonic clock, in ms
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
     * Passes a body on as it arrives, without storing it. If the sender is too slow, the stream ends early:
     * the received bytes are valid, and another request can send the rest.
     * @param maxBytes the largest allowed body
     */
    stream: (sender: Streamer, maxBytes: number) =>
      // The DOM and Node declare the same class slightly differently.
      NodeReadableStream.from(untilLate(paced(sender, maxBytes))) as ReadableStream<Bytes>,

    /**
     * @param maxBytes the largest allowed body
     * @param maxFields the largest allowed number of keys; by default that of a form
     * @returns the parsed JSON; undefined if there is no body
     * @throws DomainError besides the errors above: wrong_content_type, too_many_fields, malformed_body
     */
    async json(sender: Sender, maxBytes: number, maxFields?: number): Promise<unknown> {
      const ended = new AbortController();
      const held = memory.begin(requesterOf(sender), (reason) => ended.abort(reason));
      const since = performance.now();
      const chunks: Uint8Array[] = [];
      const count = createKeyCounter(maxFields);
      try {
        for await (const chunk of paced(sender, maxBytes, ended.signal)) {
          if (!isJson(sender.request)) throw new DomainError("wrong_content_type");
          count(chunk);
          held.hold(chunk.length);
          chunks.push(chunk);
        }
        held.arrived();
        await sender.awaitPermit();
        await stillActs(sender, since);
        return chunks.length === 0 ? undefined : parseJson(chunks);
      } finally {
        held.release();
      }
    },

    /**
     * @param maxBytes the largest allowed body, with its files
     * @returns the form; its files are on disk until it is discarded
     * @throws DomainError besides the errors above: too_many_fields, malformed_form; the errors of the disk
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
        inMemory.arrived();
        try {
          await sender.awaitPermit();
          await stillActs(sender, since);
        } catch (error) {
          await discard();
          throw error;
        }
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

/** A whole campus can share one IP address, so each person with a session is a separate requester. */
function requesterOf({ actor, client }: Streamer): string {
  return actor ? `person ${actor.id}` : `address ${networkOf(client.address)}`;
}

function isJson({ headers }: Request): boolean {
  return (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() === "application/json";
}
