import type { PaperRefusal } from "../../../shared/paper.ts";
import type { PaperSource } from "./paper-file.ts";
import type { PaperTask, TaskInput } from "./paper-tasks.ts";

/** What the server asks of its child process. */
export interface PaperRequest extends TaskInput {
  task: PaperTask;
  source: PaperSource;
}

/** What the child process answers. */
export type PaperReply =
  | { value: unknown }
  /** `spent` where a library gave up, so that this process is not to be used again; `isEnded` where it ended before. */
  | { refusal: PaperRefusal; spent: boolean; isEnded?: boolean };
