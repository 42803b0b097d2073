import type { Upload } from "@tus/server";
import { DomainError } from "../shared/errors.ts";
import { MAX_PAPER_BYTES } from "../shared/file-limits.ts";
import type { Services } from "../server/services.ts";
import { pileOf } from "./pile-uploads.ts";
import type { OpenUpload, UploadParts } from "./upload-parts.ts";

/** How many unfinished uploads an account can have, and how many of them to piles. */
const MAX_OPEN = 10;
const MAX_OPEN_TO_PILES = 40;
/** If an upload gets no byte for this time, in ms, another upload of the same account can replace it. */
const RESTING = 3_600_000;

export interface AdmissionDependencies {
  services: Pick<Services, "files">;
  /** Runs a task under the lock of an id, across all processes. */
  alone: <T>(id: string, task: () => Promise<T>) => Promise<T>;
  parts: () => UploadParts;
}

/** @returns a function that creates an upload, if its owner may have one more */
export function createAdmission({ services, alone, parts }: AdmissionDependencies) {
  /**
   * Limits unfinished uploads: their bytes count towards the owner's quota, and the eleventh upload replaces
   * an idle one.
   */
  async function admit(upload: Upload, create: () => Promise<Upload>): Promise<Upload> {
    const owner = upload.metadata?.["owner"] ?? "";
    // With the lock, the count is correct even if a person starts several uploads at once in several
    // processes.
    return alone(`owner ${owner}`, async () => {
      const all = await parts().openOf(owner);
      // Uploads to piles have their own number, so that a pile does not keep its owner from the forms.
      const isToPile = pileOf(upload) !== undefined;
      const same = all.filter((one) => (one.pile !== undefined) === isToPile);
      const rest = all.filter((one) => !same.includes(one));
      const open = [...rest, ...(await makePlace(same, isToPile ? MAX_OPEN_TO_PILES : MAX_OPEN))];
      const sizes = [upload, ...open].map(({ size }) => size ?? MAX_PAPER_BYTES);
      await services.files.fits(
        owner,
        sizes.reduce((sum, one) => sum + one, 0),
      );
      return create();
    });
  }

  /**
   * @param open a person's unfinished uploads
   * @returns the uploads without the replaced one
   * @throws DomainError too_many_requests
   */
  async function makePlace(open: OpenUpload[], most: number): Promise<OpenUpload[]> {
    const [resting, ...others] = open.toSorted((a, b) => a.writtenAt - b.writtenAt);
    if (!resting || open.length < most) return open;
    if (Date.now() - resting.writtenAt < RESTING)
      throw new DomainError("too_many_requests", { retryAfter: RESTING / 1_000 });
    await parts().remove(resting.id);
    return others;
  }

  return admit;
}
