import { html } from "hono/html";
import type { Messages } from "../shared/messages/index.ts";

/** The error screen (spec §8) for what goes wrong before a page is reached. */
export function errorPage({ wrong, product }: Messages, sentence: string) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${wrong.title} · ${product}</title>
        <link rel="stylesheet" href="/reference.css" />
      </head>
      <body>
        <main>
          <h1>${wrong.title}</h1>
          <p>${sentence}</p>
          <p>${wrong.back}</p>
          <p><a href="/home">${wrong.home}</a></p>
        </main>
      </body>
    </html>`;
}
