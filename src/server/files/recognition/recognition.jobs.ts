import { z } from "zod";
import type { JobKind, JobKinds } from "../../platform/index.ts";
import type { Recogniser } from "./recogniser.ts";
import { JUDGE_TEXT, JUDGE_TEXTS, READ_TEXT, RECOGNISE_PAGE } from "./recognition-jobs.ts";
import type { RecognitionService } from "./recognition.service.ts";

/** The time limit for one page, in ms. A slow and busy machine needs a minute. */
export const PAGE_LIMIT = 240_000;

const paperJob = z.object({ sha256: z.string() });
const judgeJob = z.object({ after: z.string() });
const pageJob = paperJob.extend({ page: z.number().int().min(1) });

/** The handlers of recognition jobs. @param recogniser undefined if this server reads no pages */
export function recognitionHandlers(
  recognition: Pick<RecognitionService, "readText" | "recognisePage" | "judgeText" | "judgeTexts">,
  recogniser: Pick<Recogniser, "recognise"> | undefined,
): JobKinds {
  // The page of a paper without a waiting job says that its text was not read.
  const refuse = async () => {};
  const readText: JobKind = {
    bytes: "strangers",
    run: ({ payload, owner }) => recognition.readText(paperJob.parse(JSON.parse(payload)).sha256, owner),
    refuse,
  };
  const recognisePage = (reader: Pick<Recogniser, "recognise">): JobKind => ({
    bytes: "strangers",
    run: ({ payload, owner }, signal) =>
      recognition.recognisePage(pageJob.parse(JSON.parse(payload)), owner, (image, onHead) =>
        reader.recognise(image, signal, onHead),
      ),
    refuse,
  });
  const judgeText: JobKind = {
    bytes: "strangers",
    run: ({ payload }) => recognition.judgeText(paperJob.parse(JSON.parse(payload)).sha256),
    refuse,
  };
  const judgeTexts: JobKind = {
    bytes: "ours",
    run: ({ payload }) => recognition.judgeTexts(judgeJob.parse(JSON.parse(payload)).after),
  };
  return {
    [READ_TEXT]: readText,
    [JUDGE_TEXT]: judgeText,
    [JUDGE_TEXTS]: judgeTexts,
    ...(recogniser && { [RECOGNISE_PAGE]: recognisePage(recogniser) }),
  };
}
