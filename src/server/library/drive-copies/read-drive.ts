import type { IncomingMessage } from "node:http";
import type { CopyProblem } from "../../../shared/files/drive-copy.ts";
import { type DriveFile, downloadUrl, parseLink } from "../../../shared/files/drive-link.ts";
import {
  type Connect,
  findPublicAddress,
  sendChecked,
  systemConnect,
} from "../link-check/checked-request.ts";
import { createResolveHost, type ResolveHost } from "../link-check/resolve-host.ts";
import { recogniseDrivePage } from "./drive-page.ts";

/** Google Drive's response to a link. */
export type DriveResponse =
  | { bytes: Buffer }
  /**
   * `retryAfter` is Drive's own wish, in ms. `isForAll` means that Drive refuses requests, whatever file they are for.
   */
  | { problem: CopyProblem; retryAfter?: number; isForAll?: boolean };

/**
 * Reads the public file behind a Drive link.
 * @param maxBytes the size limit
 * @returns the file, or the problem; `unreachable`, `too_slow`, `busy` and `quota_exceeded` may pass
 * @throws the reason of the aborted signal
 */
export type ReadDrive = (link: string, maxBytes: number, signal: AbortSignal) => Promise<DriveResponse>;

export interface ReadDriveOptions {
  resolve?: ResolveHost;
  connect?: Connect;
  /** How long Drive may send nothing, in ms. */
  idleLimit?: number;
  /** The time limit for the whole file, in ms. */
  totalLimit?: number;
  /** The time now, in epoch milliseconds. */
  clock?: () => number;
}

/** With 25 MB, the total limit needs 52 kB a second. */
const IDLE_LIMIT = 20_000;
export const TOTAL_LIMIT = 8 * 60_000;
/** A real download has one or two redirects, and one request after the confirmation page. */
const MAX_REQUESTS = 6;
/** The size limit of a page instead of a file, in bytes. */
const MAX_PAGE = 256_000;

const DRIVE_HOSTS = new Set(["drive.google.com", "drive.usercontent.google.com"]);
const DOCS_HOST = "docs.google.com";
const SIGN_IN_HOST = "accounts.google.com";
/** The hosts that send the bytes, such as doc-0k-1c-docs.googleusercontent.com. */
const BYTES_HOST = /^(?:[a-z0-9-]+\.)+googleusercontent\.com$/;
const DOCS_FILE = /^\/(?:u\/\d+\/)?(?:uc|open|file(?:\/u\/\d+)?\/d\/[\w-]+(?:\/\w+)?)\/?$/;
const DOCS_DOCUMENT = /^\/(?:a\/[^/]+\/)?(?:document|spreadsheets|presentation|drawings|forms)\//;
const FOLDER = /^\/drive\/(?:u\/\d+\/)?(?:mobile\/)?folders\//;

/** Ends a request whose connection sends nothing. */
class TooSlow extends Error {}

/** Creates the function that reads files from Google Drive: only over https, and only from Drive's hosts. */
export function createReadDrive(options: ReadDriveOptions = {}): ReadDrive {
  const { resolve = createResolveHost(), connect = systemConnect, clock = Date.now } = options;
  const { idleLimit = IDLE_LIMIT, totalLimit = TOTAL_LIMIT } = options;

  return async function readDrive(link, maxBytes, signal) {
    const parsed = parseLink(link);
    const drive = typeof parsed === "string" ? undefined : parsed.drive;
    if (!drive) return { problem: "elsewhere" };
    if (drive.type !== "file") return { problem: drive.type === "folder" ? "folder" : "document" };
    const total = AbortSignal.timeout(totalLimit);
    try {
      return await follow(drive, new URL(downloadUrl(link)), maxBytes, AbortSignal.any([signal, total]));
    } catch (error) {
      signal.throwIfAborted();
      return { problem: total.aborted || error instanceof TooSlow ? "too_slow" : "unreachable" };
    }
  };

  async function follow(drive: DriveFile, start: URL, maxBytes: number, signal: AbortSignal) {
    let url = start;
    let isConfirmed = false;
    for (let requests = 0; requests < MAX_REQUESTS; requests += 1) {
      const step = await visit(url, drive.id, maxBytes, signal);
      if ("bytes" in step || "problem" in step) return step;
      // A confirmed file that asks for confirmation again would do so for ever.
      if (step.isConfirmation && isConfirmed) return { problem: "not_a_file" as const };
      isConfirmed ||= step.isConfirmation;
      const problem = problemOf(step.next);
      if (problem) return problem === "busy" ? { problem, isForAll: true } : { problem };
      url = step.next;
    }
    return { problem: "too_many_redirects" as const };
  }

  /** Sends one request. @returns the result, or the next address */
  async function visit(
    url: URL,
    id: string,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<DriveResponse | { next: URL; isConfirmation: boolean }> {
    const address = await findPublicAddress(resolve, url.hostname, signal);
    if (address === undefined) return { problem: "unreachable" };
    if (address === "private") return { problem: "private_address" };
    const idle = createIdleTimer(idleLimit);
    const either = AbortSignal.any([signal, idle.signal]);
    try {
      const response = await sendChecked({
        method: "GET",
        url,
        address,
        // An encoded body could grow without limit when it is decoded.
        headers: { "user-agent": "Proshno", "accept-encoding": "identity", "accept-language": "en" },
        connect,
        signal: either,
      });
      return await judge(response, { url, id, maxBytes, idle, signal: either, now: clock() }).finally(() =>
        response.on("error", () => {}).destroy(),
      );
    } catch (error) {
      throw idle.signal.aborted ? idle.signal.reason : error;
    } finally {
      idle.stop();
    }
  }
}

interface JudgeOptions {
  url: URL;
  id: string;
  maxBytes: number;
  idle: ReturnType<typeof createIdleTimer>;
  /** Ends the request: a time limit, or the job runner. */
  signal: AbortSignal;
  now: number;
}

async function judge(
  response: IncomingMessage,
  { url, id, maxBytes, idle, signal, now }: JudgeOptions,
): Promise<DriveResponse | { next: URL; isConfirmation: boolean }> {
  const { statusCode: status = 0, headers } = response;
  const { location } = headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    const next = URL.parse(location, url);
    return next ? { next, isConfirmation: false } : { problem: "elsewhere" };
  }
  if (status === 429) return { problem: "busy", isForAll: true, ...waitOf(headers["retry-after"], now) };
  if (status >= 500) return { problem: "busy", ...waitOf(headers["retry-after"], now) };
  if (status === 404 || status === 410) return { problem: "gone" };
  if (status === 401) return { problem: "not_public" };
  if (status !== 200 && status !== 403) return { problem: "not_a_file" };
  if ((headers["content-encoding"] ?? "identity") !== "identity") return { problem: "not_a_file" };
  const disposition = headers["content-disposition"] ?? "";
  const isPage =
    /^text\/html\b/i.test(headers["content-type"] ?? "") && !/^\s*attachment\b/i.test(disposition);
  if (status === 200 && !isPage) {
    const bytes = await readBody(response, maxBytes, { idle, signal });
    return bytes ? { bytes } : { problem: "file_too_large" };
  }
  // The hosts of the bytes also send pages that strangers wrote.
  const html =
    isPage && !BYTES_HOST.test(url.hostname)
      ? await readBody(response, MAX_PAGE, { idle, signal })
      : undefined;
  const page = recogniseDrivePage(html?.toString("utf8") ?? "", url, id);
  if ("confirmed" in page) return { next: page.confirmed, isConfirmation: true };
  // Drive refuses a file with 403 and a page in the owner's words, or without a page.
  const isRefused = status === 403 && page.problem === "not_a_file";
  return { problem: isRefused ? "not_public" : page.problem };
}

/**
 * Reads a body that says where it ends.
 * @returns undefined if the body is larger than `maxBytes`, or says so
 * @throws an error if the body may be incomplete; the reason of the aborted signal
 */
async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  { idle, signal }: Pick<JudgeOptions, "idle" | "signal">,
): Promise<Buffer | undefined> {
  if (!hasEnd(response)) throw new Error("Nothing but the end of the connection ends this body");
  // The length is only a promise, so the bytes are counted too.
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    idle.restart();
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  // If we end the connection ourselves, Node may call a cut body complete.
  signal.throwIfAborted();
  if (!response.complete) throw new Error("The connection ended before the file");
  return Buffer.concat(chunks, size);
}

/**
 * Returns whether a body has a length or chunks. A body that ends with its connection looks complete although it
 * was cut (RFC 9112, sections 6.3 and 8), and any coding besides chunks would change the bytes.
 */
function hasEnd({ headers }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  return coding === undefined ? headers["content-length"] !== undefined : /^chunked$/i.test(coding.trim());
}

/** Why an address must not be visited; undefined if it may. */
function problemOf(url: URL): CopyProblem | undefined {
  const { protocol, hostname, port, username, password, pathname } = url;
  if (hostname === SIGN_IN_HOST) return "not_public";
  // Google asks people to prove that they are no robot.
  if (hostname === "www.google.com" && pathname.startsWith("/sorry")) return "busy";
  if (protocol !== "https:" || port || username || password) return "elsewhere";
  if (hostname === DOCS_HOST && DOCS_DOCUMENT.test(pathname)) return "document";
  if (DRIVE_HOSTS.has(hostname) && FOLDER.test(pathname)) return "folder";
  const isKnown =
    DRIVE_HOSTS.has(hostname) ||
    (hostname === DOCS_HOST && DOCS_FILE.test(pathname)) ||
    BYTES_HOST.test(hostname);
  return isKnown ? undefined : "elsewhere";
}

/** @param header the value of `Retry-After`: seconds, or a date */
function waitOf(header: string | undefined, now: number): { retryAfter?: number } {
  if (header === undefined) return {};
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return wait > 0 ? { retryAfter: wait } : {};
}

function createIdleTimer(limit: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new TooSlow("Drive sends nothing")), limit);
  return {
    signal: controller.signal,
    restart: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}
