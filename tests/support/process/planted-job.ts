/** A process that runs one job for a runner of `dying-runner.ts`, with a planted fault. */
import { serveJob } from "../../../src/process/serve-job.ts";
import { plantedIn } from "./planted-fault.ts";

await serveJob(plantedIn);
