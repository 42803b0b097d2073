import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { PaperSource } from "../../../src/server/files/rendering/paper-file.ts";
import type { PaperAnswer, Papers } from "../../../src/server/files/rendering/papers.ts";

/** A larger paper is opened each time. */
const MAX_BYTES = 1_000_000;

/** Opens a paper as the product does, but opens the same paper for the same task once only: many tests upload the same PDF. */
export function rememberPapers(papers: Papers): Papers {
  const answers = new Map<string, unknown>();

  function remember<Rest extends unknown[], Value>(
    task: string,
    ask: (source: PaperSource, ...rest: Rest) => Promise<PaperAnswer<Value>>,
  ) {
    return async (source: PaperSource, ...rest: Rest): Promise<PaperAnswer<Value>> => {
      const bytes = typeof source === "string" ? readFileSync(source) : source;
      if (bytes.length > MAX_BYTES) return ask(source, ...rest);
      const key = [
        task,
        hash("sha256", bytes),
        JSON.stringify(rest.filter((one) => !isRequester(one))),
      ].join();
      const known = answers.get(key) as PaperAnswer<Value> | undefined;
      if (known) return { ...known };
      const answer = await ask(source, ...rest);
      if ("value" in answer) answers.set(key, answer);
      return answer;
    };
  }

  return {
    ...papers,
    inspect: remember("inspect", papers.inspect),
    thumbnail: remember("thumbnail", papers.thumbnail),
    page: remember("page", papers.page),
    greyPage: remember("greyPage", papers.greyPage),
    texts: remember("texts", papers.texts),
    fingerprint: remember("fingerprint", papers.fingerprint),
    sheet: remember("sheet", papers.sheet),
  };
}

const isRequester = (one: unknown): boolean => typeof one === "object" && one !== null && "owner" in one;
