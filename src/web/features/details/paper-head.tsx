import type { ReactNode } from "react";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../page/context.ts";
import { DownloadIcon } from "../../ui/download-icon.tsx";
import { useMessages } from "../../ui/messages.ts";
import { useDownloadLabel } from "../../items/download-label.ts";
import { FactsLine } from "./item-facts.tsx";
import { langOf, titleOf } from "../../items/item-names.ts";
import { LinkBroken } from "./link-broken.tsx";
import { listHref } from "../../addresses/list-href.ts";

interface PaperHeadProps {
  item: Item;
  answerCount: number;
  children: ReactNode;
}

/**
 * A paper's code, title and facts, and the buttons for its file.
 * @param answerCount the number of answers on the page
 * @param children additional buttons
 */
export function PaperHead({ item, answerCount, children }: PaperHeadProps) {
  const { item: words, driveCopies } = useMessages();
  const download = useDownloadLabel(item);
  const title = titleOf(item);
  const { code } = item.fields;
  const [list = ""] = kindNamed(item.kind).pages.lists;
  return (
    <>
      {code && (
        <p className="details-code">
          <a href={listHref(list, { code })}>{code}</a>
        </p>
      )}
      <h1 lang={langOf(title)}>{title}</h1>
      <FactsLine item={item} />
      <div className="button-row">
        <a className="button" href={item.downloadUrl} rel="noopener noreferrer">
          <DownloadIcon />
          {download}
        </a>
        {item.sourceUrl && (
          <a className="button quiet" href={item.sourceUrl} rel="noopener noreferrer">
            {driveCopies.openSource}
          </a>
        )}
        {answerCount > 0 && (
          <a className="button quiet details-to-answers" href="#answers">
            {words.answers(answerCount)}
          </a>
        )}
        {children}
        <LinkBroken item={item} />
      </div>
    </>
  );
}
