import { z } from "zod";
import type { JobKind, JobKinds } from "../../platform/index.ts";
import type { Recogniser } from "./recogniser.ts";
import { READ_TEXT, RECOGNISE_PAGE } from "./recognition-jobs.ts";
import type { RecognitionService } from "./recognition.service.ts";

/** The time limit for one page, in ms. A slow and busy machine needs a minute. */
export const PAGE_LIMIT = 240_000;

const paperJob = z.object({ sha256: z.string() });
const pageJob = paperJob.extend({ page: z.number().int().min(1) });

/** The handlers of recognition jobs. @param recogniser undefined if this server reads no pages */
export function recognitionHandlers(
  recognition: Pick<RecognitionService, "readText" | "recognisePage">,
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
  return recogniser
    ? { [READ_TEXT]: readText, [RECOGNISE_PAGE]: recognisePage(recogniser) }
    : { [READ_TEXT]: readText };
}
