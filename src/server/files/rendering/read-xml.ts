import { SaxesParser } from "saxes";
import { PaperRefused } from "./paper-refused.ts";

/** What a reader does with the parts of an XML. Names have no prefix. */
export interface XmlEvents {
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/**
 * Reads an XML piece by piece. Office files have no document type, so no entity can grow.
 * @param chunks in UTF-8
 * @throws PaperRefused file_unreadable if it is not well-formed or has a document type
 */
export async function readXml(chunks: AsyncIterable<Uint8Array>, events: XmlEvents): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  const refuse = () => {
    throw new PaperRefused("file_unreadable");
  };
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("opentag", ({ name, attributes }) => events.open?.(local(name), attributes));
  parser.on("closetag", ({ name }) => events.close?.(local(name)));
  parser.on("text", (text) => events.text?.(text));
  const decoder = new TextDecoder();
  for await (const chunk of chunks) parser.write(decoder.decode(chunk, { stream: true }));
  parser.write(decoder.decode()).close();
}
