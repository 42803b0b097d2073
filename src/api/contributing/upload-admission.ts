import type { Upload } from "@tus/server";
import type { User } from "../../shared/people/policy.ts";
import type { Client } from "../../server/platform/index.ts";
import type { Services } from "../../server/services.ts";
import { pileOf, zipPileOf } from "./pile-uploads.ts";
import type { UploadParts } from "./upload-parts.ts";

/** The names of photos, of which one paper of a pile can have many. */
const PHOTO = /\.(?:jpe?g|png|webp|hei[cf]|avif|tiff?)$/i;

/** The longest name that we keep of an unfinished upload, in characters. */
const MAX_NAME = 200;

/**
 * Counts the announced bytes of an upload that begins, before anything is stored.
 * @param parts removes the bytes of an idle upload of the same person that gave way
 * @throws DomainError too_many_requests, invalid_input or no_room
 */
export async function admitUpload(
  { uploadSpace }: Pick<Services, "uploadSpace">,
  upload: Upload,
  { actor, client }: { actor: User; client: Client },
  parts: Pick<UploadParts, "remove">,
): Promise<void> {
  const { id, size } = upload;
  const pileId = pileOf(upload);
  const isPart = zipPileOf(upload) !== undefined || PHOTO.test(upload.metadata?.["filename"] ?? "");
  const name =
    pileId === undefined ? undefined : (upload.metadata?.["filename"] ?? undefined)?.slice(0, MAX_NAME);
  const papers = pileId !== undefined && isPart ? 0 : 1;
  const replaced = await uploadSpace.begin(actor, client, { id, size, pileId, name, papers });
  // Another server may have the bytes; its sweeper removes them.
  if (replaced !== undefined) await parts.remove(replaced).catch(() => {});
}
