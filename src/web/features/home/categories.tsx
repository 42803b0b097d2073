import { type Kind, standaloneKinds } from "../../../shared/kinds/index.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { CategoryIcon } from "./category-icon.tsx";

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
              <strong>{words[locale].category ?? words[locale].many}</strong>
              <span>{home.count(counts[name] ?? 0)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
