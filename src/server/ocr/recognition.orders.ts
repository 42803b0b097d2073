import type { Order } from "../jobs/jobs.service.ts";

/** Kinds of jobs. */
export const READ_TEXT = "readText";
export const RECOGNISE_PAGE = "recognisePage";
export const recognitionKinds = [READ_TEXT, RECOGNISE_PAGE];

export interface PageOrder {
  sha256: string;
  /** From 1. */
  page: number;
}

/** Takes what a new paper holds as text, and orders the reading of its other pages. */
export const readTextOrder = (sha256: string): Order => ({ kind: READ_TEXT, payload: { sha256 } });
export const recognisePageOrder = (payload: PageOrder): Order => ({ kind: RECOGNISE_PAGE, payload });
