import { departmentLabel } from "../../../shared/courses/departments.ts";
import type { ReactNode } from "react";
import type { SearchNotes } from "../../page/context.ts";
import { itemTitle } from "../../../shared/items/item-title.ts";
import { langOf } from "../../items/item-names.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";

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
            {nearest.map(({ code, title, department, university, path }) => {
              const about = university ?? (department && departmentLabel(department));
              const said = [code, title, about].filter(Boolean).join(" · ");
              return (
                <li key={said}>
                  <a href={path ?? hrefOf([code, title].filter(Boolean).join(" "))} lang={langOf(title)}>
                    {said}
                  </a>
                </li>
              );
            })}
          </ul>
          <Papers nearest={nearest} />
        </>
      )}
      <div className="button-row">
        <a className="button quiet" href={`/contact?${request}`}>
          {searchPage.request}
        </a>
        {children}
      </div>
    </div>
  );
}

/** One paper of each course that is near. */
function Papers({ nearest }: Pick<NothingFoundProps, "nearest">) {
  const locale = useLocale();
  const { searchPage } = useMessages();
  const papers = nearest.flatMap(({ code, title, paper }) => {
    if (!paper) return [];
    const { path, examType, year } = paper;
    const fields = { examType: examType ?? "", year: String(year ?? ""), code: code ?? "", subject: title };
    return [{ path, name: itemTitle({ kind: "question", fields }, locale) }];
  });
  if (papers.length === 0) return null;
  return (
    <>
      <h2>{searchPage.nearestPapers}</h2>
      <ul className="chips">
        {papers.map(({ path, name }) => (
          <li key={path}>
            <a href={path} lang={langOf(name)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
