/** The process that runs one job on the bytes of a stranger, after two processes died of it. */
import { serveJob } from "./serve-job.ts";

await serveJob();
