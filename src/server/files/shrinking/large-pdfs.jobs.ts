import { z } from "zod";
import { type JobKinds, MAX_ATTEMPTS } from "../../platform/index.ts";
import type { DeliverPdf, LargePdfsService } from "./large-pdfs.service.ts";
import { SHRINK_PDF } from "./shrink-jobs.ts";

/** The time limit for one job, in ms. */
export const SHRINK_LIMIT = 1_800_000;

const shrinkJob = z.object({ id: z.string() });

/** The handler of the jobs that make large PDFs smaller. @param deliver hands a PDF of a pile to the pile */
export function shrinkHandlers(
  largePdfs: Pick<LargePdfsService, "run" | "stopped">,
  deliver: DeliverPdf,
): JobKinds {
  const idOf = (payload: string) => shrinkJob.parse(JSON.parse(payload)).id;
  return {
    [SHRINK_PDF]: {
      bytes: "strangers",
      run: ({ payload, attempts }, signal) =>
        largePdfs.run(idOf(payload), attempts >= MAX_ATTEMPTS, signal, deliver),
      refuse: ({ payload }) => largePdfs.stopped(idOf(payload), deliver),
    },
  };
}
