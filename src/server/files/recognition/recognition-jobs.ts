import { type Lane, lanes, type NewJob } from "../../platform/index.ts";

export const READ_TEXT = "readText";
export const RECOGNISE_PAGE = "recognisePage";
/** Judges the text layer of a paper again, because the rules for it have changed. */
export const JUDGE_TEXT = "judgeText";
/** Enqueues `JUDGE_TEXT` for all papers with a text layer. A migration adds this job. */
export const JUDGE_TEXTS = "judgeTexts";
export const recognitionKinds = [READ_TEXT, RECOGNISE_PAGE];
export const recognitionLanes: readonly Lane[] = [lanes.text, lanes.heads, lanes.pages];

export interface PageJob {
  sha256: string;
  /** From 1. */
  page: number;
}

/** The first pages name the course and the exam, so they have priority over the later pages of all papers. */
export const HEAD_PAGES = 2;

/**
 * Stores the text layer of a new paper, and enqueues its other pages.
 * @param owner id of the account that uploaded it; "" for the archive itself
 */
export const readTextJob = (sha256: string, owner: string): NewJob => ({
  kind: READ_TEXT,
  payload: { sha256 },
  lane: lanes.text,
  owner,
  subject: sha256,
});
/** @param owner see `readTextJob` */
export const recognisePageJob = (payload: PageJob, owner: string): NewJob => ({
  kind: RECOGNISE_PAGE,
  payload,
  lane: payload.page <= HEAD_PAGES ? lanes.heads : lanes.pages,
  owner,
  subject: payload.sha256,
});

export const judgeTextJob = (sha256: string): NewJob => ({
  kind: JUDGE_TEXT,
  payload: { sha256 },
  lane: lanes.text,
  owner: "",
});
/** @param after the SHA-256 of the last paper before these */
export const judgeTextsJob = (after: string): NewJob => ({
  kind: JUDGE_TEXTS,
  payload: { after },
  lane: lanes.text,
  owner: "",
});
