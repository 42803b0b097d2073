import { join } from "node:path";
import type { Env } from "../config/env.ts";
import { createReadDrive, driveCopyHandlers } from "../server/library/index.ts";
import { pileHandlers } from "../server/contributing/index.ts";
import {
  createRecogniser,
  type Recogniser,
  recognitionHandlers,
  shrinkHandlers,
} from "../server/files/index.ts";
import type { Services } from "../server/services.ts";

/**
 * The kinds of job that read the bytes of strangers, by lane. The server runs them, and after two deaths a process of its
 * own does.
 */
export const strangerJobs = (services: Services, recogniser: Recogniser | undefined) => ({
  copies: driveCopyHandlers(services.driveCopies, createReadDrive()),
  piles: pileHandlers(services.piles),
  shrink: shrinkHandlers(services.largePdfs, services.piles.deliverPdf),
  reading: recognitionHandlers(services.recognition, recogniser),
});

/** The recogniser of pages. @param processes how many pages it reads at once; 0 for no recogniser */
export const recogniserOf = ({ dataFolder }: Env, processes: number): Recogniser | undefined =>
  processes > 0 ? createRecogniser({ languages: join(dataFolder, "languages"), processes }) : undefined;
