import type { Token } from "markdown-it";
import { createElement, type ReactNode } from "react";
import { tokensOf } from "./markdown-tokens.ts";

/**
 * The allowed elements, by the parser's names. Other elements are replaced by their content. The page's title
 * is the h1, so headings in the text start at h2.
 */
const ELEMENTS: Record<string, string> = {
  paragraph: "p",
  bullet_list: "ul",
  ordered_list: "ol",
  list_item: "li",
  blockquote: "blockquote",
  em: "em",
  strong: "strong",
  s: "s",
  table: "table",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
};

/**
 * Renders Markdown as React elements. HTML is shown as text, images are not loaded, and only https links
 * work.
 */
export function Markdown({ text }: { text: string }) {
  return render(tokensOf(text));
}

/** The plain text of a Markdown text, on one line. */
export function plainText(text: string): string {
  return wordsOf(tokensOf(text)).replace(/\s+/g, " ").trim();
}

function wordsOf(tokens: Token[]): string {
  return tokens
    .map((token) => (token.children ? `${wordsOf(token.children)} ` : isBreak(token) ? " " : token.content))
    .join("");
}

const isBreak = ({ type }: Token): boolean => type === "softbreak" || type === "hardbreak";

/** An open element and its content so far. */
interface Open {
  token: Token | undefined;
  children: ReactNode[];
}

/**
 * Builds a tree from the parser's flat list. Each `_open` token contains everything up to its `_close` token.
 */
function render(tokens: Token[]): ReactNode[] {
  const stack: Open[] = [{ token: undefined, children: [] }];
  const top = () => stack.at(-1) as Open;
  for (const [key, token] of tokens.entries()) {
    if (token.nesting === 1) stack.push({ token, children: [] });
    else if (token.nesting === 0) top().children.push(leaf(token, key));
    else {
      const { token: open, children } = stack.pop() as Open;
      if (open) top().children.push(element(open, children, key));
    }
  }
  return top().children;
}

function leaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case "inline":
      return render(token.children ?? []);
    case "softbreak":
    case "hardbreak":
      return <br key={key} />;
    case "hr":
      return <hr key={key} />;
    case "code_inline":
      return <code key={key}>{token.content}</code>;
    case "code_block":
    case "fence":
      return (
        // A wide code block scrolls, so it must be reachable with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre key={key} tabIndex={0}>
          <code>{token.content}</code>
        </pre>
      );
    default:
      // An image becomes its alt text, and an unknown token becomes its text.
      return token.content;
  }
}

function element(token: Token, children: ReactNode[], key: number): ReactNode {
  const name = token.type.replace(/_open$/, "");
  if (name === "link") {
    const href = safeHref(token.attrGet("href"));
    return href
      ? createElement("a", { key, href, rel: "nofollow ugc noopener noreferrer" }, ...children)
      : children;
  }
  if (name === "heading")
    return createElement(`h${Math.min(6, Number(token.tag.slice(1)) + 1)}`, { key }, ...children);
  // The parser marks the paragraphs of a tight list as hidden.
  if (token.hidden) return children;
  const tag = ELEMENTS[name];
  if (!tag) return children;
  const start = name === "ordered_list" ? Number(token.attrGet("start") ?? 1) : 1;
  return createElement(tag, { key, ...(start === 1 ? {} : { start }) }, ...children);
}

/** @returns the address if it uses https and has no password */
function safeHref(href: string | number | null): string | undefined {
  const url = URL.parse(String(href));
  return url?.protocol === "https:" && !url.username && !url.password ? url.href : undefined;
}
