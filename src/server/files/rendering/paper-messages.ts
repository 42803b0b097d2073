import type { PaperRefusal } from "../../../shared/files/paper.ts";
import type { PaperSource } from "./paper-file.ts";
import type { PaperTask, TaskInput } from "./paper-tasks.ts";

/** A message from the server to its child process. */
export interface PaperRequest extends TaskInput {
  task: PaperTask;
  source: PaperSource;
}

/** The child process's reply. */
export type PaperReply =
  | { value: unknown }
  /**
   * `spent` means that a library failed and the process must not be used again; `isEnded` means that the
   * process ended without a reply.
   */
  | { refusal: PaperRefusal; spent: boolean; isEnded?: boolean };
