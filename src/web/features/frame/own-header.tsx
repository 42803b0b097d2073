import { renderToString } from "react-dom/server";
import type { User } from "../../../shared/policy.ts";
import { AdminEntry, ReaderMenu } from "./header.tsx";
import type { readerOf } from "../../page/reader-of.ts";

/** The visitors' part of the header, and the end of its menu. Both are before all content of a page. */
const visitorsMenu = Buffer.from(renderToString(<ReaderMenu reader={undefined} />));
const menuEnd = Buffer.from("</ul></nav>");

/**
 * Puts a person's part of the header into a page for many readers. The result has the same bytes as the page that is rendered
 * for this person, if the contents are the same.
 * @param html the page for many readers
 * @param madeFor the reader as whom the page was rendered; undefined for a visitor
 * @returns undefined if the page has no header
 */
export function withOwnHeader(
  html: Buffer,
  { reader, isAdmin }: Awaited<ReturnType<typeof readerOf>>,
  madeFor: User | undefined,
): Buffer<ArrayBuffer> | undefined {
  const shownMenu = madeFor
    ? Buffer.from(renderToString(<ReaderMenu reader={{ ...madeFor, unread: 0 }} />))
    : visitorsMenu;
  const end = html.indexOf(menuEnd);
  const menu = html.indexOf(shownMenu);
  if (end === -1 || menu < end) return undefined;
  return Buffer.concat([
    html.subarray(0, end),
    Buffer.from(isAdmin ? renderToString(<AdminEntry path="" />) : ""),
    html.subarray(end, menu),
    Buffer.from(renderToString(<ReaderMenu reader={reader} />)),
    html.subarray(menu + shownMenu.length),
  ]);
}
