import type { LegalSection } from "../../../shared/messages/index.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export function LegalText({ title, sections }: { title: string; sections: LegalSection[] }) {
  return (
    <main id="main" className="page legal">
      <PageTitle title={title} />
      <h1>{title}</h1>
      {sections.map(({ heading, paragraphs = [], facts, link }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {facts && (
            <dl>
              {facts.map(({ term, text }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          )}
          {link && (
            <p>
              <a href={link.href}>{link.label}</a>
            </p>
          )}
        </section>
      ))}
    </main>
  );
}
