import { useMatches } from "react-router";
import { isHydrated } from "../../page/hydration.ts";
import { useMessages } from "../../ui/messages.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { SearchIcon } from "./icons.tsx";

/** Search from every page. @param take whether it takes the focus as it opens */
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
        // The island puts a list beside it, which React must not see before it has hydrated the page.
        data-suggest={isPlain || isWhole ? "" : undefined}
        // Inside a popover, which gives it the focus when it opens and leaves it alone before.
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
