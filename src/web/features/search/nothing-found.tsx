import { departmentLabel } from "../../../shared/departments.ts";
import type { ReactNode } from "react";
import type { SearchNotes } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";

export interface NothingFoundProps {
  text: string;
  nearest: SearchNotes["nearest"];
  /** Returns the address of a search for a different text. */
  hrefOf: (search: string) => string;
  /** Additional links. */
  children?: ReactNode;
}

/** Says that nothing was found, with the nearest courses and a link that requests a missing paper. */
export function NothingFound({ text, nearest, hrefOf, children }: NothingFoundProps) {
  const { searchPage } = useMessages();
  const request = new URLSearchParams({
    sub: searchPage.requestSubject(text),
    mess: searchPage.requestText(text),
  });
  return (
    <div className="empty">
      <p>
        {searchPage.nothing(text)} {searchPage.nothingHint}
      </p>
      {nearest.length > 0 && (
        <>
          <h2>{searchPage.nearest}</h2>
          <ul className="chips">
            {nearest.map(({ code, title, department }) => {
              const facts = [code, title, department && departmentLabel(department)];
              const said = facts.filter(Boolean).join(" · ");
              return (
                <li key={said}>
                  <a href={hrefOf([code, title].filter(Boolean).join(" "))}>{said}</a>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <div className="button-row">
        <a className="button" href={`/contact?${request}`}>
          {searchPage.request}
        </a>
        {children}
      </div>
    </div>
  );
}
