import type { Plugin } from "vite";

/** A token of styles/tokens.css that no theme and no page changes. */
const CONSTANT = /(--(?:space-\d|target)):([^;}]+);?/g;

/** Writes the values of constant tokens into the built stylesheets: a document's budget of 8 kB has no room for names. */
export function constantTokens(): Plugin {
  return {
    name: "constant-tokens",
    apply: "build",
    generateBundle(_options, bundle) {
      const sheets = Object.values(bundle).flatMap((part) =>
        part.type === "asset" && part.fileName.endsWith(".css") ? [part] : [],
      );
      const values = new Map(
        sheets.flatMap(({ source }) =>
          [...String(source).matchAll(CONSTANT)].map(([, name, value]) => [name, value] as const),
        ),
      );
      for (const sheet of sheets)
        sheet.source = String(sheet.source)
          .replace(CONSTANT, "")
          .replace(/var\((--[\w-]+)\)/g, (whole, name: string) => values.get(name) ?? whole);
    },
  };
}
