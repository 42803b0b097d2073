import { Fragment } from "react";

/** The places after separators within a name or an address. The point of a number is no such place. */
const BREAKS = /(?<=[_/-]|\.(?!\d))(?=[^\s_./-])/;

/** A file's name or a link, alone or in a sentence. If it needs several lines, it breaks after its separators. */
export function FileName({ children }: { children: string }) {
  const [first, ...parts] = children.split(BREAKS);
  return (
    <>
      {first}
      {parts.map((part, index) => (
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
