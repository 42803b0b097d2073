import { isDomainError, type Problem } from "../../../shared/problems/errors.ts";
import type { User } from "../../../shared/people/policy.ts";
import type { UploadedFile } from "../../files/index.ts";
import type { LargePdfTable } from "../../platform/index.ts";
import type { createArrivals, PileArrival } from "./pile-arrivals.ts";

/** Hands large PDFs to their piles when they are smaller, or names them with the reason why they are not. */
export function createDeliverPdf({
  addUpload,
  refuseUpload,
}: Pick<ReturnType<typeof createArrivals>, "addUpload" | "refuseUpload">) {
  return {
    file: (owner: User, pdf: LargePdfTable, file: UploadedFile): Promise<void> =>
      addUpload(owner, pdf.pileId ?? "", file, arrivalOf(pdf)),

    async refusal(owner: User, pdf: LargePdfTable, problem: Problem): Promise<boolean> {
      const { id, name, pileId } = pdf;
      try {
        await refuseUpload(owner, pileId ?? "", { id, name, problem, ...arrivalOf(pdf) });
        return true;
      } catch (error) {
        if (!isDomainError(error)) throw error;
        return false;
      }
    },
  };
}

const arrivalOf = ({ place, mark }: LargePdfTable): PileArrival => ({
  ...(place !== null && { place }),
  ...(mark !== null && { mark }),
});
