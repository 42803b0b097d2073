import { z } from "zod";
import type { Handler } from "../../platform/jobs/worker.ts";
import type { Recogniser } from "./recogniser.ts";
import { READ_TEXT, RECOGNISE_PAGE } from "./recognition.orders.ts";
import type { RecognitionService } from "./recognition.service.ts";

/** For one page, in ms: a slow machine that has other things to do takes a minute. */
export const PAGE_LIMIT = 240_000;

const paperOrder = z.object({ sha256: z.string() });
const pageOrder = paperOrder.extend({ page: z.number().int().min(1) });

/** The jobs of recognition. @param recogniser left out where this server reads no pages */
export function recognitionHandlers(
  recognition: Pick<RecognitionService, "readText" | "recognisePage">,
  recogniser: Pick<Recogniser, "recognise"> | undefined,
): Record<string, Handler> {
  const readText: Handler = ({ payload, owner }) =>
    recognition.readText(paperOrder.parse(JSON.parse(payload)).sha256, owner);
  const recognisePage = (reader: Pick<Recogniser, "recognise">): Handler => {
    return ({ payload, owner }, signal) =>
      recognition.recognisePage(pageOrder.parse(JSON.parse(payload)), owner, (image) =>
        reader.recognise(image, signal),
      );
  };
  return recogniser
    ? { [READ_TEXT]: readText, [RECOGNISE_PAGE]: recognisePage(recogniser) }
    : { [READ_TEXT]: readText };
}
