import { html } from "hono/html";
import { siteLocale } from "../../shared/messages/index.ts";

/**
 * A simple document outside React: the API reference, the error screen or the outbox.
 * @param title the title of the window
 */
export function htmlDocument(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="${siteLocale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/reference.css" />
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`;
}
