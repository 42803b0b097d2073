import { z } from "zod";
import { type Handler, MAX_ATTEMPTS } from "../../platform/index.ts";
import type { DeliverPdf, LargePdfsService } from "./large-pdfs.service.ts";
import { SHRINK_PDF } from "./shrink-jobs.ts";

/** The time limit for one job, in ms. */
export const SHRINK_LIMIT = 1_800_000;

const shrinkJob = z.object({ id: z.string() });

/** The handler of the jobs that make large PDFs smaller. @param deliver hands a PDF of a pile to the pile */
export function shrinkHandlers(
  largePdfs: Pick<LargePdfsService, "run">,
  deliver: DeliverPdf,
): Record<string, Handler> {
  return {
    [SHRINK_PDF]: ({ payload, attempts }, signal) =>
      largePdfs.run(shrinkJob.parse(JSON.parse(payload)).id, attempts >= MAX_ATTEMPTS, signal, deliver),
  };
}
