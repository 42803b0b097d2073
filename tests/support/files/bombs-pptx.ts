import { createCipheriv } from "node:crypto";
import type { Bomb } from "./bomb.ts";
import { pptxOf, pptxWith, relation, slideXml } from "./office.ts";
import { directoryOf, EMPTY_EXTRA_PARTS, withExtra } from "./zip.ts";

const SLIDE = "ppt/slides/slide1.xml";
const texts = (count: number, text: string) => Array.from({ length: count }, () => text);
const deep = (depth: number) => "<a:p>".repeat(depth) + "</a:p>".repeat(depth);
/** The offsets of the unpacked size, and of the number of entries, in a ZIP's directory and at its end. */
const [UNPACKED, COUNT] = [24, 10];

/** Presentations that the shape of the file gives away. */
export const presentationBombs: Bomb[] = [
  {
    name: "a PPTX whose directory has 16,383 empty parts for each of 300 slides",
    refusal: "file_too_heavy",
    make: async () => withExtra(await pptxOf(texts(300, "CSE 2103")), EMPTY_EXTRA_PARTS),
  },
  {
    name: "a PPTX of 5,001 slides",
    refusal: "file_unpacks_too_large",
    make: () => pptxOf(texts(5_001, "CSE 2103")),
  },
  { name: "a PPTX that hides the size of a slide", refusal: "file_unreadable", make: withWrongSize },
  { name: "a PPTX that claims more slides than it has", refusal: "file_unreadable", make: withWrongCount },
  {
    name: "a PPTX of 190 MB in 200 kB",
    refusal: "file_unpacks_too_large",
    make: () => pptxWith({ [SLIDE]: Buffer.alloc(190_000_000, " ") }),
  },
  {
    name: "a PPTX with a film from elsewhere",
    refusal: "file_embedded",
    make: () =>
      pptxWith({ "ppt/slides/_rels/slide1.xml.rels": relation("video", "https://evil.example/f.mp4") }),
  },
  {
    name: "a PPTX with a billion laughs in its relationships",
    refusal: "file_unreadable",
    make: () =>
      pptxWith({
        "ppt/_rels/presentation.xml.rels": '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c;</a>',
      }),
  },
];

/** Presentations whose slides have hostile XML. */
export const openedPresentationBombs: Bomb[] = [
  { name: "a PPTX of 4,990 slides", make: () => pptxOf(texts(4_990, "CSE 2103 Final Examination 2019")) },
  {
    name: "a PPTX with a billion laughs on a slide",
    refusal: "file_unreadable",
    make: () => pptxWith({ [SLIDE]: '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>' }),
  },
  {
    name: "a PPTX with 3 million nested elements",
    refusal: "file_too_heavy",
    make: () => pptxWith({ [SLIDE]: slideXml(deep(3_000_000)), ...noise() }),
  },
  {
    name: "a PPTX with 42 MB of XML",
    refusal: "file_too_heavy",
    make: () => pptxWith({ [SLIDE]: slideXml("<a:br/>".repeat(6_000_000)), ...noise() }),
  },
  {
    name: "a PPTX with a million attributes",
    refusal: "file_too_heavy",
    make: () => {
      const attributes = Array.from({ length: 1_000_000 }, (_none, index) => `a${index}="1"`).join(" ");
      return pptxWith({ [SLIDE]: slideXml(`<a:p ${attributes}/>`), ...noise() });
    },
  },
  {
    name: "a PPTX with one name of 30 MB",
    make: () => pptxWith({ [SLIDE]: slideXml(`<${"a".repeat(30_000_000)}/>`), ...noise() }),
  },
];

/** A picture that doesn't shrink, so that the XML beside it may shrink a lot. */
function noise(): Record<string, Buffer> {
  const cipher = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16));
  return { "ppt/media/image1.png": cipher.update(Buffer.alloc(2_000_000)) };
}

async function withWrongSize(): Promise<Buffer> {
  const bytes = await pptxOf(["CSE 2103".repeat(100)]);
  bytes.writeUInt32LE(10, (directoryOf(bytes).at(-1) ?? 0) + UNPACKED);
  return bytes;
}

async function withWrongCount(): Promise<Buffer> {
  const bytes = await pptxOf(["CSE 2103"]);
  bytes.writeUInt16LE(4_999, bytes.lastIndexOf("PK\x05\x06", undefined, "latin1") + COUNT);
  return bytes;
}
