import { renderToString } from "react-dom/server";
import type { User } from "../../../shared/people/policy.ts";
import { AdminEntry, ReaderMenu } from "./header.tsx";
import type { readerOf } from "../../page/reader-of.ts";

/** The end of the header's menu, which is before all content of a page. */
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
  const shownMenu = sharedMenu(madeFor);
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

/** The menus of the few readers as whom pages are made. */
const sharedMenus = new Map<User | undefined, Buffer>();

function sharedMenu(madeFor: User | undefined): Buffer {
  const known = sharedMenus.get(madeFor);
  if (known) return known;
  const menu = Buffer.from(renderToString(<ReaderMenu reader={madeFor && { ...madeFor, unread: 0 }} />));
  sharedMenus.set(madeFor, menu);
  return menu;
}
