import share from "../../islands/share.ts?worker&url";
import { useMessages } from "../../ui/messages.ts";
import type { Item } from "../../page/context.ts";
import { detailsHref } from "../../items/item-names.ts";

/**
 * A link to this page, and a link to the report form. When the reader presses the first link, a script copies
 * its address.
 */
export function Share({ item, address }: { item: Item; address: string }) {
  const { share: words, report } = useMessages();
  return (
    <>
      <a
        className="button quiet"
        id="share"
        href={address}
        data-copied={words.copied}
        data-not={words.notCopied}
      >
        {words.link}
      </a>
      <a className="button quiet" href={`${detailsHref(item)}/report`} rel="nofollow">
        {report.button}
      </a>
      <p className="by" id="shared" role="status" />
      <script type="module" src={share} />
    </>
  );
}
