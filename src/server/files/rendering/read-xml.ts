import { SaxesParser } from "saxes";
import { PaperRefused } from "./paper-refused.ts";

/** What a reader does with the parts of an XML. Names have no prefix. */
export interface XmlEvents {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** How deep elements may be nested, and how many attributes one may have. Programs write less than 100 of both. */
const [MAX_DEPTH, MAX_ATTRIBUTES] = [1_000, 1_000];

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Reads an XML piece by piece. Office files have no document type, so no entity can grow.
 * @param chunks in UTF-8
 * @throws PaperRefused file_unreadable if it is not well-formed or has a document type; file_too_heavy if it is nested too
 * deep or an element has too many attributes
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, events: XmlEvents): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const refuse = () => {
    throw new PaperRefused("file_unreadable");
  };
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  let [depth, count] = [0, 0];
  parser.on("opentagstart", () => {
    depth += 1;
    count = 0;
    if (depth > MAX_DEPTH) throw new PaperRefused("file_too_heavy");
  });
  parser.on("attribute", () => {
    count += 1;
    if (count > MAX_ATTRIBUTES) throw new PaperRefused("file_too_heavy");
  });
  parser.on("opentag", ({ name, attributes }) => events.open?.(local(name), attributes));
  parser.on("closetag", ({ name }) => {
    depth -= 1;
    events.close?.(local(name));
  });
  parser.on("text", (text) => events.text?.(text));
  const decoder = new TextDecoder();
  for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode()).close();
}
