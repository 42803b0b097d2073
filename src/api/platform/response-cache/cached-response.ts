import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Coding, codingOf, isCompressible, pack } from "../content-coding.ts";
import { isKnown } from "../if-none-match.ts";

/** A response with one content coding. The headers are ready for `writeHead`: names and values in turn. */
interface Form {
  body: Buffer;
  tag: string;
  headers: string[];
  /** The headers of a 304 response. */
  notModified: string[];
}

export type CachedResponse = ReturnType<typeof createCachedResponse>;

/**
 * A complete response for many visitors. Each visitor gets the response in a coding that their browser
 * accepts (RFC 9110 §12.5.3), and each coding is made once.
 * @param headers the headers of the response, without those of the connection, the coding and the request
 */
export function createCachedResponse(
  headers: readonly (readonly [string, string])[],
  body: Buffer<ArrayBuffer>,
) {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? "";
  const isPacked = isCompressible(type, body.length);
  const forms = new Map<Coding, Form>([["identity", formOf("identity", body)]]);
  const making = new Map<Coding, Promise<Form>>();

  function formOf(coding: Coding, bytes: Buffer): Form {
    // A strong tag identifies exact bytes, so each coding has a different tag (RFC 9110 §8.8.3).
    const tag = coding === "identity" ? `"${hash}"` : `"${hash}-${coding}"`;
    const common = [...headers.filter(([name]) => name !== "content-type"), ["etag", tag] as const].flat();
    const own = coding === "identity" ? [] : ["content-encoding", coding];
    const whole = [...common, ...own, "content-type", type, "content-length", String(bytes.length)];
    return { body: bytes, tag, headers: whole, notModified: common };
  }

  async function make(coding: Coding): Promise<Form> {
    const packed = await pack(coding, body);
    // The bytes are copied, because zlib returns the start of a block of 16 kB and the whole block would stay
    // in memory.
    const form = formOf(coding, Buffer.from(new Uint8Array(packed).buffer));
    forms.set(coding, form);
    making.delete(coding);
    return form;
  }

  return {
    bytes: (): number => body.length,
    headers,
    body,

    /**
     * Sends the response to one request.
     * @param grew called with the size of a newly made coding, in bytes
     * @returns the status, after the response is sent
     */
    send(
      request: IncomingMessage,
      response: ServerResponse,
      id: string,
      grew: (bytes: number) => void,
    ): number | Promise<number> {
      const coding = isPacked ? codingOf(request.headers["accept-encoding"]) : "identity";
      const form = forms.get(coding);
      if (form) return write(form, request, response, id);
      const made = making.get(coding) ?? make(coding);
      if (!making.has(coding)) {
        making.set(coding, made);
        void made.then(({ body: bytes }) => grew(bytes.length));
      }
      return made.then((one) => write(one, request, response, id));
    },
  };
}

function write(
  { body, tag, headers, notModified }: Form,
  { headers: asked, method }: IncomingMessage,
  response: ServerResponse,
  id: string,
): number {
  if (isKnown(asked["if-none-match"], tag)) {
    response.writeHead(304, [...notModified, "x-request-id", id]).end();
    return 304;
  }
  response.writeHead(200, [...headers, "x-request-id", id]);
  response.end(method === "HEAD" ? undefined : body);
  return 200;
}
