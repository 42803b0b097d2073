import { html } from "hono/html";
import type { Messages } from "../shared/messages/index.ts";
import { htmlDocument } from "./document.ts";

/** The error screen (spec §8) for an error that happens outside the pages. */
export function errorPage({ wrong, product }: Messages, sentence: string) {
  return htmlDocument(
    `${wrong.title} · ${product}`,
    html`<h1>${wrong.title}</h1>
      <p>${sentence}</p>
      <p>${wrong.back}</p>
      <p><a href="/home">${wrong.home}</a></p>`,
  );
}
