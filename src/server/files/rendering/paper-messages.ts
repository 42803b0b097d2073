import type { PaperRefusal } from "../../../shared/paper.ts";
import type { PaperSource } from "./paper-file.ts";
import type { PaperTask, TaskInput } from "./paper-tasks.ts";

/** A request of the server to its child process. */
export interface PaperRequest extends TaskInput {
  task: PaperTask;
  source: PaperSource;
}

/** The child process's answer. */
export type PaperReply =
  | { value: unknown }
  /** `spent` if a library gave up and this process must not be used again; `isEnded` if it ended before. */
  | { refusal: PaperRefusal; spent: boolean; isEnded?: boolean };
