import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../context.ts";
import { DownloadIcon } from "../../ui/download-icon.tsx";
import { useMessages } from "../../ui/messages.ts";
import { useDownloadLabel } from "./download-label.ts";
import { FactsLine } from "./item-facts.tsx";
import { langOf, titleOf } from "./item-names.ts";
import { LinkBroken } from "./link-broken.tsx";
import { listHref } from "./list-href.ts";
import { PrintButton } from "./paper-views.tsx";

/**
 * A paper's code, title and facts, and the buttons for its file.
 * @param answerCount the number of answers on the page
 */
export function PaperHead({ item, answerCount }: { item: Item; answerCount: number }) {
  const { item: words } = useMessages();
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
        {answerCount > 0 && (
          <a className="button quiet to-answers" href="#answers">
            {words.answers(answerCount)}
          </a>
        )}
        <PrintButton item={item} />
        <LinkBroken item={item} />
      </div>
    </>
  );
}
