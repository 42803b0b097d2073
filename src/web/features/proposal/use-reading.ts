import { useEffect, useEffectEvent, useState } from "react";
import { useFetcher } from "react-router";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { PaperProposal } from "../../page/context.ts";
import { type ProposedDetail, proposedDetails } from "./proposed-details.ts";

/**
 * The first delay in ms. The page sends its first request at once; each further delay is 1.5 times the last
 * one.
 */
const FIRST_WAIT = 2_000;
const SLOWER = 1.5;
/** The page stops requesting the details after this time, in ms. */
const TIMEOUT = 60_000;

export interface Reading {
  facts: ProposedDetail[];
  /** Whether this page still requests details, because the server has not read all pages. */
  isWaiting: boolean;
  /** Whether the server will read the pages tomorrow. */
  isPostponed: boolean;
}

/**
 * The details of an uploaded file. The page requests the details while the server reads the file and the page
 * is visible.
 * @param key the key of the file; "" without a file
 * @returns also how many exams the file seems to contain
 */
export function useReading(kind: Kind, key: string): Reading & { exams: number } {
  const fetcher = useFetcher<{ key: string; proposal: PaperProposal; exams: number }>();
  const [gaveUp, setGaveUp] = useState("");
  const read = fetcher.data?.key === key ? fetcher.data : undefined;
  const answer = read?.proposal;
  const ask = useEffectEvent(() => void fetcher.load(`/dashboard/reading?file=${key}`));
  const isDone = useEffectEvent(() => answer !== undefined && !answer.isWaiting);
  useEffect(() => {
    if (key === "") return undefined;
    let [waited, wait] = [0, FIRST_WAIT];
    let timer: ReturnType<typeof setTimeout>;
    const again = () => {
      timer = setTimeout(() => {
        waited += wait;
        wait *= SLOWER;
        if (isDone()) return;
        if (waited > TIMEOUT) return setGaveUp(key);
        if (document.visibilityState === "visible") ask();
        again();
      }, wait);
    };
    ask();
    again();
    return () => clearTimeout(timer);
  }, [key]);
  const facts = key !== "" && answer ? proposedDetails(kind, answer.facts, key) : [];
  return {
    facts,
    isWaiting: key !== "" && answer?.isWaiting === true && gaveUp !== key,
    isPostponed: key !== "" && answer?.isPostponed === true,
    exams: read?.exams ?? 1,
  };
}
