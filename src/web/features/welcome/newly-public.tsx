import { kindNamed } from "../../../shared/kinds/index.ts";
import { welcomeMessages } from "../../../shared/messages/en-welcome.ts";
import { langOf } from "../../items/item-names.ts";
import type { PublicItem } from "../../page/newly-public.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

/**
 * Says that a contribution was approved, until the person opens or dismisses it. Both are forms of the notices' page, and
 * mark these notices as read.
 */
export function NewlyPublic({ item }: { item: PublicItem }) {
  const { isPublic: words } = useMessages(welcomeMessages);
  const locale = useLocale();
  const { ids, kind, title, path, followers, isMore } = item;
  const others = ids.length - 1;
  return (
    <section className="welcome-public" aria-label={words.label}>
      <p>
        <strong>{words.title(kind, kindNamed(kind).words[locale].one)}</strong>{" "}
        {followers > 0 && words.followers(followers, isMore)} <span lang={langOf(title)}>{title}</span>
        {others > 0 && (
          <>
            {". "}
            {words.others(others)} <a href="/dashboard/notices">{words.notices}</a>
          </>
        )}
      </p>
      <form method="post" action="/dashboard/notices">
        <input type="hidden" name="to" value={path} />
        <button name="id" value={ids[0]}>
          {words.open}
        </button>
      </form>
      <form method="post" action="/dashboard/notices">
        <input type="hidden" name="to" value="/dashboard" />
        {ids.map((id) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        <button className="quiet">{words.dismiss}</button>
      </form>
    </section>
  );
}
