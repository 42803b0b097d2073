import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";

export interface SomethingWrongProps {
  sentence: string;
  form?: string | undefined;
  isNotFound?: boolean;
}

/**
 * The screen for an unknown address or an error (spec §8).
 * @param sentence the error in plain words
 * @param form the address of the sent form, if the person should go back to it
 * @param isNotFound whether nothing is at this address; the person can then search for it
 */
export function SomethingWrong({ sentence, form, isNotFound = false }: SomethingWrongProps) {
  const { wrong, frame } = useMessages();
  return (
    <main id="main" className="page narrow">
      <PageTitle title={wrong.title} failed />
      <svg className="site-torn-page" viewBox="28 6 104 112" role="img" aria-label={wrong.image}>
        <path className="sheet" d="M30 8h100v70l-12 8-13-7-12 8-13-7-12 8-13-7-12 8-13-7z" />
        <path className="rule" d="M46 8v70M50 8v72" />
        <path className="text" d="M60 28h56M60 42h48M60 56h52" />
        <path className="sheet" d="M30 100l13-8 13 7 12-8 13 7 12-8 13 7 12-8 12 7v16H30z" />
      </svg>
      <h1>{wrong.title}</h1>
      <p>{sentence}</p>
      {isNotFound && (
        <form
          method="get"
          action="/search"
          className="search-row"
          role="search"
          aria-label={frame.searchArchive}
        >
          <input
            type="search"
            name="search"
            aria-label={frame.searchArchive}
            placeholder={frame.searchHint}
            maxLength={500}
          />
          <button>{frame.search}</button>
        </form>
      )}
      {form !== undefined && (
        <p>
          <a className="button" href={form}>
            {wrong.toForm}
          </a>
        </p>
      )}
      <a className="button" href="/home">
        {wrong.home}
      </a>
    </main>
  );
}
