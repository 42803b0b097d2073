import { type DefaultTreeAdapterTypes as Tree, defaultTreeAdapter as tree, parse } from "parse5";
import type { DriveProblem } from "../../../shared/files/drive-copy.ts";

/** A page that Google Drive sent instead of a file: the address behind its confirmation form, or a problem. */
export type DrivePage = { confirmed: URL } | { problem: DriveProblem };

/** The form of the page "Google Drive can't scan this file for viruses". */
const FORM_ID = "download-form";
const FORM_PATHS = new Set(["/download", "/uc"]);
/** How many hidden fields a form may have, and how long a name or value may be. Drive sends five short ones. */
const MAX_INPUTS = 20;
const MAX_VALUE = 500;

/** How many elements a page may have. Drive's pages have less than 1,000. */
const MAX_ELEMENTS = 20_000;

/** Texts of Drive's English pages. We request them in English. */
const sentences: [RegExp, DriveProblem][] = [
  [/\bquota exceeded\b|too many users have viewed or downloaded/i, "quota_exceeded"],
  [/\binfected with a virus\b/i, "infected"],
  [/\byou need access\b|\brequest access\b|\bneed permission\b|\bsign in to continue\b/i, "not_public"],
  [/file you have requested does not exist|\bfile is in (?:the )?owner's trash\b/i, "gone"],
];

/**
 * Recognises a page of Google Drive.
 * @param html at most 256 kB
 * @param url the address of the page
 * @param id the id of the file, which the form must name
 */
export function recogniseDrivePage(html: string, url: URL, id: string): DrivePage {
  const elements = elementsIn(html);
  if (!elements) return { problem: "not_a_file" };
  const confirmed = confirmedAddress(elements, url, id);
  if (confirmed) return { confirmed };
  const asksToSignIn = formsOf(elements).some(
    (form) => URL.parse(attribute(form, "action"), url)?.hostname === "accounts.google.com",
  );
  if (asksToSignIn) return { problem: "not_public" };
  const text = elements.map(ownText).join(" ").replaceAll("’", "'").replace(/\s+/g, " ");
  const problem = sentences.find(([sentence]) => sentence.test(text))?.[1];
  return { problem: problem ?? "not_a_file" };
}

/**
 * The elements of a page. A page can repeat elements that it never closes, so few bytes can make many.
 * @returns undefined if the page has too many
 */
function elementsIn(html: string): Tree.Element[] | undefined {
  let count = 0;
  const createElement: typeof tree.createElement = (...element) => {
    count += 1;
    if (count > MAX_ELEMENTS) throw new TooManyElements();
    return tree.createElement(...element);
  };
  try {
    return [...elementsOf(parse(html, { treeAdapter: { ...tree, createElement } }))];
  } catch (error) {
    if (error instanceof TooManyElements) return undefined;
    throw error;
  }
}

class TooManyElements extends Error {}

/** The address that the confirmation form sends, if the page has such a form for this file. */
function confirmedAddress(elements: Tree.Element[], url: URL, id: string): URL | undefined {
  const form = formsOf(elements).find((candidate) => attribute(candidate, "id") === FORM_ID);
  const target = form && URL.parse(attribute(form, "action"), url);
  if (!form || !target || !FORM_PATHS.has(target.pathname)) return undefined;
  if (!/^(?:get)?$/i.test(attribute(form, "method"))) return undefined;
  const fields = [...elementsOf(form)].filter(
    (element) => element.tagName === "input" && attribute(element, "type").toLowerCase() === "hidden",
  );
  const pairs = fields.map((field) => [attribute(field, "name"), attribute(field, "value")] as const);
  if (pairs.length > MAX_INPUTS || pairs.flat().some((text) => text.length > MAX_VALUE)) return undefined;
  // A browser replaces the query of the address by the fields; Drive repeats its query in them.
  for (const [name, value] of pairs) target.searchParams.set(name, value);
  return target.searchParams.get("id") === id ? target : undefined;
}

const formsOf = (elements: Tree.Element[]): Tree.Element[] =>
  elements.filter(({ tagName }) => tagName === "form");

const attribute = (element: Tree.Element, name: string): string =>
  element.attrs.find((one) => one.name === name)?.value ?? "";

const HIDDEN = new Set(["script", "style", "noscript", "template"]);

function ownText(element: Tree.Element): string {
  if (HIDDEN.has(element.tagName)) return "";
  return element.childNodes.map((node) => (tree.isTextNode(node) ? node.value : "")).join("");
}

/** All elements below a node. A loop instead of recursion, because a hostile page can be nested deeply. */
function* elementsOf(root: Tree.ParentNode): Iterable<Tree.Element> {
  const left: Tree.ChildNode[] = root.childNodes.toReversed();
  for (let node = left.pop(); node; node = left.pop()) {
    if (!tree.isElementNode(node)) continue;
    yield node;
    left.push(...node.childNodes.toReversed());
  }
}
