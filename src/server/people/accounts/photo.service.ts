import { authorize } from "../../../shared/people/authorize.ts";
import { MAX_PICTURE_BYTES } from "../../../shared/files/file-limits.ts";
import { PHOTO_FIELD } from "../../../shared/files/files.ts";
import type { Actor } from "../../../shared/people/policy.ts";
import { type Client, randomKey } from "../../platform/index.ts";
import {
  discardBytes,
  type FilesRepo,
  type FilesService,
  type FileStore,
  imageOrThrow,
  type Papers,
  type SpaceLimits,
  storeBytes,
  tooLarge,
  type UploadSpace,
} from "../../files/index.ts";
import type { PhotoRepo } from "./photo.repo.ts";

export interface PhotoDependencies {
  photoRepo: PhotoRepo;
  filesRepo: Pick<FilesRepo, "needed">;
  fileStore: FileStore;
  papers: Pick<Papers, "square">;
  files: Pick<FilesService, "beginFile">;
  uploadSpace: Pick<UploadSpace, "over">;
  /** Removes bytes that no file needs. If that fails, the sweeper removes them later. */
  discard: (sha256s: string[]) => Promise<void>;
  /** The limits of a person's files. */
  spaceLimits: SpaceLimits;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** Uploaded profile photos, re-encoded as squares without metadata. */
export function createPhotoService(dependencies: PhotoDependencies) {
  const { photoRepo, filesRepo, fileStore, papers, files, uploadSpace, discard, spaceLimits, clock } =
    dependencies;

  return {
    /**
     * Replaces the person's photo.
     * @param bytes of a PNG, JPEG or WebP
     * @throws DomainError sign_in_required; too_many_requests, invalid_input or no_room with the reason at `photo`
     */
    async give(actor: Actor, bytes: Uint8Array, client: Client): Promise<void> {
      const self = authorize(actor, "useAccount");
      await files.beginFile(actor, client, bytes.length, PHOTO_FIELD);
      if (bytes.length > MAX_PICTURE_BYTES) throw tooLarge(PHOTO_FIELD, MAX_PICTURE_BYTES);
      const { width, height, ...image } = imageOrThrow(
        await papers.square(bytes, { owner: self.id }),
        PHOTO_FIELD,
      );
      const createdAt = clock();
      const sha256 = await fileStore.put(image.bytes);
      const facts = { type: image.type, size: image.bytes.length, width, height, createdAt };
      const file = { key: randomKey(), sha256, uploaderId: self.id, name: null, ...facts };
      const freed = await photoRepo.replace(
        self.id,
        { photoURL: null, updatedAt: createdAt },
        { file, limits: spaceLimits },
      );
      if (!Array.isArray(freed)) {
        await discardBytes(fileStore, filesRepo, [sha256]);
        throw uploadSpace.over(freed, PHOTO_FIELD);
      }
      await storeBytes(fileStore, sha256, image.bytes);
      await discard(freed);
    },

    /**
     * Removes the person's photo, or the address of an external photo.
     * @throws DomainError sign_in_required
     */
    async remove(actor: Actor): Promise<void> {
      const { id } = authorize(actor, "useAccount");
      const freed = await photoRepo.replace(id, { photoURL: null, updatedAt: clock() });
      if (Array.isArray(freed)) await discard(freed);
    },
  };
}
