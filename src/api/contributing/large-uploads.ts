import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Upload } from "@tus/server";
import { DomainError } from "../../shared/problems/errors.ts";
import { isLargePdf, MAX_LARGE_PDF_BYTES, MAX_PAPER_BYTES } from "../../shared/files/file-limits.ts";
import { messagesIn, problemText, siteLocale } from "../../shared/messages/index.ts";
import type { User } from "../../shared/people/policy.ts";
import { type LargePdfState, openOwn } from "../../server/files/index.ts";
import type { Services } from "../../server/services.ts";
import type { PileArrival } from "../../server/contributing/index.ts";

/** The response to the last part of a large PDF, which becomes smaller in the background. */
export interface LargeUpload {
  key: string;
  name: string;
  /** In bytes, before it becomes smaller. */
  size: number;
  shrinking: true;
}

/** How many bytes of a large upload must be there before we check that it is a PDF. */
export const FIRST_BYTES = 1_024;

const nameOf = ({ metadata }: Upload): string => metadata?.["filename"] ?? "";

/** Whether an upload is a large PDF, which a job makes smaller. */
export const isLargeUpload = (upload: Upload): boolean => isLargePdf(nameOf(upload), upload.size ?? 0);

/** The limit of an upload that is no ZIP, in bytes. */
export const sizeLimitOf = (upload: Upload): number =>
  isLargeUpload(upload) ? MAX_LARGE_PDF_BYTES : MAX_PAPER_BYTES;

/** Whether a file has the header of a PDF in its first bytes, where all PDF programs look for it. */
export async function beginsAsPdf(path: string): Promise<boolean> {
  const file = await openOwn(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    return buffer.subarray(0, bytesRead).includes("%PDF-");
  } finally {
    await file.close();
  }
}

/**
 * Hands a complete large PDF over to the job that makes it smaller.
 * @param folder with the parts of uploads
 * @param arrival the pile of the upload, if there is one
 */
export async function addLarge(
  { services, folder }: { services: Services; folder: string },
  upload: Upload,
  actor: User,
  { pile, ...arrival }: PileArrival & { pile: string | undefined },
): Promise<LargeUpload> {
  const { id, size = 0 } = upload;
  if (pile !== undefined) await services.piles.check(actor, pile);
  const name = nameOf(upload);
  await services.largePdfs.add(actor, { id, name, size, pileId: pile ?? null, ...arrival });
  await rm(join(folder, `${id}.json`), { force: true });
  return { key: id, name, size, shrinking: true };
}

/** The size of a large PDF that still becomes smaller or was refused, in bytes; undefined if there is none. */
export async function largeSize(services: Services, actor: User, id: string): Promise<number | undefined> {
  const state = await services.largePdfs.state(actor, id);
  if (!state || "file" in state) return undefined;
  return state.size;
}

/** The response about the progress of a large PDF. @throws DomainError not_found */
export function presentLarge(state: LargePdfState | undefined) {
  if (!state) throw new DomainError("not_found");
  if (!("problem" in state)) return state;
  return { problem: problemText(messagesIn(siteLocale), "", state.problem) };
}
