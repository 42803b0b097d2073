import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Upload } from "@tus/server";
import type { Context } from "hono";
import { DomainError, isDomainError, type Problem } from "../../shared/problems/errors.ts";
import { MAX_LARGE_PDF_BYTES, MAX_PAPER_BYTES, MAX_ZIP_BYTES } from "../../shared/files/file-limits.ts";
import { FILE_FIELD } from "../../shared/files/files.ts";
import { MAX_PLACE } from "../../shared/files/pile-limits.ts";
import type { User } from "../../shared/people/policy.ts";
import type { Client } from "../../server/platform/index.ts";
import type { PileArrival } from "../../server/contributing/index.ts";
import type { Services } from "../../server/services.ts";
import { isLargeUpload } from "./large-uploads.ts";

/** The response to the last part of a ZIP. */
export interface ZipUpload {
  zip: string;
  name: string;
  size: number;
}

/** The pile that an upload names in its metadata. */
export const pileOf = ({ metadata }: Upload): string | undefined => metadata?.["pile"] ?? undefined;

/** The pile of an upload that is a ZIP by its name; a ZIP with another name is refused as a wrong type. */
export const zipPileOf = (upload: Upload): string | undefined =>
  /\.zip$/i.test(upload.metadata?.["filename"] ?? "") ? pileOf(upload) : undefined;

/**
 * Checks the size that a request announces. An upload can be a large PDF. An upload to a pile can also be a ZIP, or a
 * file that the pile names as too large. Its parts are as small as all others.
 * @throws DomainError too_large
 */
export function checkAnnouncedSize(c: Context): void {
  const length = c.req.header("upload-length");
  const isToPile = length !== undefined && /(?:^|,)\s*pile /.test(c.req.header("upload-metadata") ?? "");
  const bytes = Number(length ?? c.req.header("content-length") ?? 0);
  const alone = length === undefined ? MAX_PAPER_BYTES : MAX_LARGE_PDF_BYTES;
  if (bytes > (isToPile ? MAX_ZIP_BYTES : alone))
    throw new DomainError("too_large", { limit: isToPile ? "zip" : "paper" });
}

/** The longest mark of a file, in characters. */
const MAX_MARK = 100;

/**
 * The place of an uploaded file in its pile, and the mark by which a person's browser knows the file again. The browser
 * sends both; values that no browser of ours sends are ignored.
 */
export function arrivalOf({ metadata }: Upload): PileArrival {
  const [place, mark] = [Number(metadata?.["place"] ?? 0), metadata?.["mark"] ?? ""];
  return {
    ...(Number.isInteger(place) && place > 0 && place <= MAX_PLACE && { place }),
    ...(mark !== "" && mark.length <= MAX_MARK && { mark }),
  };
}

export interface PileUploadsOptions {
  services: Services;
  /** The folder with the parts of uploads. */
  folder: string;
  /** Removes an upload and its bytes. */
  removePart: (id: string) => Promise<void>;
}

/** The steps of uploads to piles that other uploads don't have. */
export function createPileUploads({ services, folder, removePart }: PileUploadsOptions) {
  /** Names a refused file in its pile. A full pile has no place for a row, so the browser keeps the file and the reason. */
  async function nameRefused(actor: User, upload: Upload, problem: Problem | undefined): Promise<void> {
    const pile = pileOf(upload);
    if (pile === undefined || !problem) return;
    const name = upload.metadata?.["filename"] ?? "";
    const refused = { id: upload.id, name, problem, ...arrivalOf(upload) };
    await services.piles.refuseUpload(actor, pile, refused).catch((error: unknown) => {
      if (!isDomainError(error)) throw error;
    });
  }

  return {
    /**
     * Checks whether a person may start this upload, and counts it.
     * @throws DomainError sign_in_required, not_found, too_many_requests, too_large, conflict if the pile has the file
     */
    async begin(upload: Upload, { actor, client }: { actor: User; client: Client }): Promise<void> {
      const pile = pileOf(upload);
      if (pile === undefined) await services.files.begin(actor, client);
      else await services.piles.beginUpload(actor, pile, client, arrivalOf(upload));
      const { size } = upload;
      if (zipPileOf(upload) !== undefined) {
        // The size of a ZIP must be known, because its bytes count before they arrive.
        if (size === undefined) throw new DomainError("malformed_upload");
        const name = upload.metadata?.["filename"] ?? "";
        if (pile !== undefined) await services.piles.beginZip(actor, pile, { name, size });
        return;
      }
      if ((size ?? 0) <= MAX_PAPER_BYTES) return;
      if (isLargeUpload(upload)) return services.largePdfs.begin(actor);
      await nameRefused(actor, upload, { code: "file_too_large" });
      throw new DomainError("too_large", { limit: "paper" });
    },

    /** Names a refused file in its pile, if the upload has one. @param error the refusal */
    refuse: (actor: User, upload: Upload, error: DomainError): Promise<void> =>
      nameRefused(actor, upload, error.fields?.[FILE_FIELD]),

    /** Hands a complete ZIP over to its pile. A job takes out its entries. @throws DomainError not_found */
    async acceptZip(upload: Upload, actor: User, pile: string): Promise<ZipUpload> {
      const { id, size = 0, metadata } = upload;
      const name = metadata?.["filename"] ?? "";
      await services.piles.addZip(actor, pile, { id, name, size }).catch(async (error: unknown) => {
        // Without its pile, nobody could use the ZIP.
        if (isDomainError(error) && error.code === "not_found") await removePart(id).catch(() => {});
        throw error;
      });
      await rm(join(folder, `${id}.json`), { force: true });
      return { zip: id, name, size };
    },
  };
}
