/** A link that shows a filter and removes it. */
export interface FilterChipProps {
  said: string;
  href: string;
  /** The action of the link, for screen readers. */
  label: string;
  lang?: string | undefined;
}

export function FilterChip({ said, href, label, lang }: FilterChipProps) {
  return (
    <li>
      <a href={href} aria-label={label}>
        <span lang={lang}>{said}</span> <span aria-hidden="true">×</span>
      </a>
    </li>
  );
}
