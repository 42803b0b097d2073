import { useMatches } from "react-router";
import { isHydrated } from "../../page/hydration.ts";
import { useMessages } from "../../ui/messages.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { SearchIcon } from "./icons.tsx";

/**
 * The search box of every page.
 * @param take whether the box takes the focus when its popover opens
 */
export function SearchForm({ take = false }: { take?: boolean }) {
  const { search, searchLabel, searchHint } = useMessages().frame;
  const isPlain = !isHydrated(useMatches().map(({ handle }) => handle));
  const isWhole = useHydrated();
  return (
    <form method="get" action="/search" role="search" aria-label={searchLabel}>
      <input
        type="search"
        name="search"
        placeholder={searchHint}
        aria-label={searchLabel}
        maxLength={500}
        // React must finish hydration before the island adds a list here.
        data-suggest={isPlain || isWhole ? "" : undefined}
        // The box has `autoFocus` only inside a popover, which sets the focus when it opens.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={take}
      />
      <button>
        <SearchIcon />
        <span className="visually-hidden">{search}</span>
      </button>
    </form>
  );
}
