import { useMessages } from "./messages.ts";

/** One page above the current page. */
export interface Crumb {
  href: string;
  label: string;
  /** The language of the label, if it differs from the page's. */
  lang?: string | undefined;
}

export interface BreadcrumbsProps {
  /** The pages above this page, from the top. */
  crumbs: readonly Crumb[];
  /** The public origin of the site. */
  origin: string;
  /** The name of this page, for search engines. The page shows it as its heading. */
  current: string;
}

/** The way from the top of the site to this page, also as schema.org data. */
export function Breadcrumbs({ crumbs, origin, current }: BreadcrumbsProps) {
  const { crumbs: words } = useMessages();
  return (
    <nav className="crumbs" aria-label={words.label}>
      <ol className="by">
        {crumbs.map(({ href, label, lang }) => (
          <li key={href}>
            <a href={href} lang={lang}>
              {label}
            </a>
          </li>
        ))}
      </ol>
      <script type="application/ld+json">{jsonLd(crumbs, origin, current)}</script>
    </nav>
  );
}

/** `<` is escaped, so that no text can end the element. */
function jsonLd(crumbs: readonly Crumb[], origin: string, current: string): string {
  const above = crumbs.map(({ href, label }) => ({ name: label, item: origin + href }));
  const data = {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [...above, { name: current }].map((entry, index) => ({
      "@type": "ListItem",
      position: index + 1,
      ...entry,
    })),
  };
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
