import { useMessages } from "../../ui/messages.ts";

/**
 * The recovery codes, shown only once.
 * @param next the address of the next page
 */
export function RecoveryCodes({ codes, next }: { codes: string[]; next: string }) {
  const { codes: words } = useMessages().secondFactor;
  return (
    <>
      <p>{words.intro}</p>
      <ol className="account-codes" aria-label={words.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="no-print">
        <a className="button" href={next}>
          {words.goOn}
        </a>
      </p>
    </>
  );
}
