import { type Kind, standaloneKinds } from "../../../shared/kinds/index.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import type { ReactNode } from "react";

const sheet = <path d="M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7" />;

const drawings: Record<string, ReactNode> = {
  question: <path d="M6 3h9l4 4v14H6zM15 3v4h4M9.5 14.5l2 2 4-5" />,
  book: <path d="M5 5a2 2 0 0 1 2-2h12v14H7a2 2 0 0 0-2 2V5zm0 14a2 2 0 0 0 2 2h12v-4M9 7h6" />,
  note: <path d="M5 4h14v10l-5 6H5zM14 20v-6h5M8 8h8M8 12h5" />,
  lab: <path d="M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M7.5 15h9" />,
  syllabus: <path d="M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5" />,
  blog: <path d="M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4" />,
};

/** The icon of a kind, drawn for this site; a sheet of paper if the kind has no icon. */
const CategoryIcon = ({ kind }: { kind: string }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    {drawings[kind] ?? sheet}
  </svg>
);

/** The order of the specification (§1). Other kinds follow. */
const order = ["question", "book", "note", "lab", "syllabus", "blog"];
const rank = ({ name }: Kind): number => (order.indexOf(name) + order.length + 1) % (order.length + 1);
const featured = standaloneKinds.toSorted((one, other) => rank(one) - rank(other));

/**
 * Featured Categories.
 * @param counts the number of visible items, by kind
 */
export function Categories({ counts }: { counts: Record<string, number> }) {
  const { home } = useMessages();
  const locale = useLocale();
  return (
    <section className="home-band" aria-labelledby="categories">
      <h2 id="categories">{home.categories}</h2>
      <ul className="home-categories">
        {featured.map(({ name, pages, words }) => (
          <li key={name}>
            <a href={pages.lists[0]}>
              <CategoryIcon kind={name} />
              <span>
                <strong>{words[locale].category ?? words[locale].many}</strong>
                <small>{home.count(counts[name] ?? 0)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
