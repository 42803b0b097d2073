import { hash } from "node:crypto";
import type { KnownUniversity } from "../../../shared/courses/universities.ts";
import { yieldIfLong } from "../../platform/index.ts";
import { firstQuestionOf } from "./first-question.ts";
import { HEAD_PAGES, type PageJob } from "./recognition-jobs.ts";
import { type Proposal, proposeDetails } from "./propose-details.ts";
import type { AwaitedPages, RecognitionRepo } from "./recognition.repo.ts";

/** The details that were read from a paper so far. */
export interface PaperProposal {
  /** Whether the server will read more pages today, so that another request may return more. */
  isWaiting: boolean;
  /** Whether the unread pages wait for the next day. */
  isPostponed: boolean;
  /** When the server reads further pages of the file; absent if all are read. Only `proposals` tells it. */
  furtherPages?: "today" | "tomorrow";
  facts: Proposal;
  /** The number of the first question on the paper's first page; absent if none was read. */
  firstQuestion?: number | undefined;
}

/** A paper, or a range of its pages that is a paper of its own. */
export interface PaperHead {
  sha256: string;
  /** From 1. */
  firstPage: number;
}

/** How many proposals a process remembers: those of several piles of 500 papers. */
const REMEMBERED = 5_000;
/** Of how many pages a process remembers the details. They take up to 3 kB each. */
const REMEMBERED_PAGES = 10_000;

export const headName = ({ sha256, firstPage }: PaperHead): string => `${sha256} ${firstPage}`;

/**
 * Reads the proposals of many papers with three queries. Each text is analysed once, and remembered until more of the
 * paper's head has been read, or the universities have changed.
 * @param universities returns the same list until it changes
 */
export function createProposals(
  recognitionRepo: RecognitionRepo,
  universities: () => Promise<KnownUniversity[]>,
  clock: () => number,
) {
  const remembered = new Map<
    string,
    Pick<PaperProposal, "facts" | "firstQuestion"> & { state: string; known: KnownUniversity[] }
  >();

  return async function proposals(heads: PaperHead[]): Promise<Map<string, PaperProposal>> {
    const sha256s = [...new Set(heads.map(({ sha256 }) => sha256))];
    const [pagesRead, awaited, known] = await Promise.all([
      recognitionRepo.headPages(pagesOf(heads)),
      recognitionRepo.awaitedOf(sha256s, clock()),
      universities(),
    ]);
    const read = new Map(pagesRead.map((page) => [pageName(page), page.isWhole]));
    const counted = heads.map((head) => {
      const states = pagesOfHead(head).map((page) => read.get(pageName(page)));
      const pages = states.filter((isWhole) => isWhole === true).length;
      return { head, name: headName(head), pages, state: String(states) };
    });
    const fresh = counted.filter(({ name, state }) => {
      const found = remembered.get(name);
      return found?.state !== state || found.known !== known;
    });
    const rows = await recognitionRepo.headTexts(pagesOf(fresh.map(({ head }) => head)));
    const texts = new Map(rows.map((row) => [pageName(row), row]));
    for (const { head, name, state } of fresh) {
      const own = pagesOfHead(head).flatMap((page) => texts.get(pageName(page)) ?? []);
      remembered.delete(name);
      const facts = proposeDetails(own, known);
      remembered.set(name, { state, known, facts, firstQuestion: firstQuestionOf(own[0]?.text ?? "") });
      await yieldIfLong();
    }
    const found = new Map(
      counted.map(({ head, name, pages }): [string, PaperProposal] => {
        const unread: AwaitedPages = awaited.get(head.sha256) ?? { head: "no", any: "no" };
        // The jobs of later pages don't tell which pages they read, so they matter only to a head with unread pages.
        const later = pages < HEAD_PAGES ? unread.any : "no";
        const wait = head.firstPage === 1 ? unread.head : later;
        const { facts = {}, firstQuestion } = remembered.get(name) ?? {};
        const isWaiting = wait === "today";
        const furtherPages = unread.any === "no" ? undefined : unread.any;
        const proposal = { facts, firstQuestion, isWaiting, isPostponed: wait === "tomorrow" };
        return [name, { ...proposal, ...(furtherPages && { furtherPages }) }];
      }),
    );
    for (const name of remembered.keys()) {
      if (remembered.size <= REMEMBERED) break;
      remembered.delete(name);
    }
    return found;
  };
}

const pageName = ({ sha256, page }: PageJob): string => headName({ sha256, firstPage: page });

export const pagesOfHead = ({ sha256, firstPage }: PaperHead): PageJob[] =>
  Array.from({ length: HEAD_PAGES }, (_, index) => ({ sha256, page: firstPage + index }));

/** The pages of some heads, each once. */
const pagesOf = (heads: PaperHead[]): PageJob[] => [
  ...new Map(heads.flatMap((head) => pagesOfHead(head).map((page) => [pageName(page), page]))).values(),
];

/** The details that a page of a paper prints. */
export interface PageDetails {
  /** From 1. */
  page: number;
  facts: Proposal;
}

/** The details of a page, with the digest of the text that they come from. */
interface AnalysedPage {
  details: PageDetails;
  digest: string;
}

/** The beginning of a page that names its exam, in characters. */
const PAGE_HEAD = 1_500;

/**
 * Reads the details of each page of some papers: one query for all papers, and one for each paper with new pages, so that
 * only the texts of one paper are in memory. Each page is analysed once, also if further pages of its paper arrive later.
 */
export function createPageDetails(recognitionRepo: RecognitionRepo) {
  const remembered = new Map<string, AnalysedPage[]>();
  let pagesRemembered = 0;

  function remember(sha256: string, pages: AnalysedPage[]): void {
    forget(sha256);
    remembered.set(sha256, pages);
    pagesRemembered += pages.length;
  }

  function forget(sha256: string): void {
    pagesRemembered -= remembered.get(sha256)?.length ?? 0;
    remembered.delete(sha256);
  }

  /** @param most the highest page to read @returns the pages with text in order, by SHA-256 */
  return async function pageDetails(sha256s: string[], most: number): Promise<Map<string, PageDetails[]>> {
    const read = await recognitionRepo.countPages(sha256s, most);
    const fresh = sha256s.filter((sha256) => remembered.get(sha256)?.length !== read.get(sha256));
    for (const sha256 of fresh) {
      const before = new Map(remembered.get(sha256)?.map((one) => [one.details.page, one]));
      const pages: AnalysedPage[] = [];
      for (const { page, text } of await recognitionRepo.pageHeads(sha256, most, PAGE_HEAD)) {
        const digest = hash("sha1", text, "base64");
        const known = before.get(page);
        if (known?.digest === digest) pages.push(known);
        else pages.push({ digest, details: { page, facts: proposeDetails(text) } });
        await yieldIfLong();
      }
      remember(sha256, pages);
    }
    const found = new Map(
      sha256s.map((sha256) => [sha256, (remembered.get(sha256) ?? []).map(({ details }) => details)]),
    );
    for (const sha256 of remembered.keys()) {
      if (remembered.size <= REMEMBERED && pagesRemembered <= REMEMBERED_PAGES) break;
      forget(sha256);
    }
    return found;
  };
}
