import { deflateSync } from "node:zlib";
import { pdfOf, stream } from "../../../scripts/lib/pdf-objects.ts";
import { FONT } from "./tiny-pdf.ts";

/** A mark in every script, command and file of `activePdfs`. */
export const CANARY = "canary.exe";

const SCRIPT = `<< /S /JavaScript /JS (app.launchURL("${CANARY}")) >>`;
const LAUNCH = `<< /S /Launch /F (${CANARY}) /Win << /F (${CANARY}) >> >>`;
const LINK = "/Type /Annot /Subtype /Link /Rect [0 0 99 99]";
const FILE = `<< /Type /Filespec /F (${CANARY}) /UF (${CANARY}) /EF << /F 7 0 R >> >>`;
const FILE_BYTES = stream(CANARY, "/Type /EmbeddedFile");

interface Parts {
  catalog?: string;
  page?: string;
  /** More objects, numbered from 6 on. */
  objects?: string[];
}

/** The objects of a paper with one page; the first is its catalog. */
export function paperObjects({ catalog = "", page = "", objects = [] }: Parts = {}): string[] {
  return [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /AA 5 0 R /XFA 5 0 R /EF 5 0 R >> >> ${page} >>`,
    stream("BT /AA 24 Tf 72 700 Td (A paper) Tj /XFA 12 Tf 0 -40 Td (1. Explain heaps.) Tj ET"),
    FONT,
    ...objects,
  ];
}

const paper = (parts: Parts): Buffer => pdfOf(paperObjects(parts));
const annotated = (annotation: string, objects: string[] = []): Buffer =>
  paper({ page: "/Annots [6 0 R]", objects: [`<< ${annotation} >>`, ...objects] });

/** Papers that contain actions or files. */
export const activePdfs: Record<string, () => Buffer> = {
  "a script when it is opened": () => paper({ catalog: `/OpenAction ${SCRIPT}` }),
  "a program when it is opened": () => paper({ catalog: `/OpenAction ${LAUNCH}` }),
  "a site when it is opened": () =>
    paper({ catalog: `/OpenAction << /S /URI /URI (https://example.org/${CANARY}) >>` }),
  "a script after a place when it is opened": () =>
    paper({ catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${SCRIPT} >>` }),
  "named scripts": () => paper({ catalog: `/Names << /JavaScript << /Names [(a) ${SCRIPT}] >> >>` }),
  "a script when it is closed": () => paper({ catalog: `/AA << /WC ${SCRIPT} >>` }),
  "a site when its page is shown": () =>
    paper({ page: `/AA << /O << /S /URI /URI (https://example.org/${CANARY}) >> >>` }),
  "a field that computes": () =>
    paper({
      catalog: "/AcroForm << /Fields [6 0 R] >>",
      page: "/Annots [6 0 R]",
      objects: [
        `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [0 0 99 99] /AA << /K ${SCRIPT} /C ${SCRIPT} >> >>`,
      ],
    }),
  "a link that launches": () => annotated(`${LINK} /A ${LAUNCH}`),
  "a link to another file": () => annotated(`${LINK} /A << /S /GoToR /F (${CANARY}) /D [0 /Fit] >>`),
  "a link to a file within": () => annotated(`${LINK} /A << /S /GoToE /T << /R /C /N (${CANARY}) >> >>`),
  "a link with a script for an address": () =>
    annotated(`${LINK} /A << /S /URI /URI (java\\163cript:open\\("${CANARY}"\\)) >>`),
  "a link to a file of the reader": () =>
    annotated(`${LINK} /A << /S /URI /URI <${Buffer.from(`file:///${CANARY}`).toString("hex")}> >>`),
  "a button that sends a form": () =>
    annotated(`/Type /Annot /Subtype /Widget /A << /S /SubmitForm /F (https://${CANARY}) >>`),
  "a button that reads a file in": () =>
    annotated(`/Type /Annot /Subtype /Widget /A << /S /ImportData /F (${CANARY}) >>`),
  "a film with a script": () =>
    annotated(`/Type /Annot /Subtype /Screen /A << /S /Rendition /OP 0 /JS (${CANARY}) >>`),
  "a Flash film": () =>
    annotated(
      "/Type /Annot /Subtype /RichMedia /RichMediaContent << /Assets << /Names [(a) 8 0 R] >> >> /RichMediaSettings << >>",
      [FILE_BYTES, FILE],
    ),
  "a model with a script": () =>
    annotated("/Type /Annot /Subtype /3D /3DD 7 0 R", [
      stream("U3D", "/Type /3D /Subtype /U3D /OnInstantiate 8 0 R"),
      stream(CANARY),
    ]),
  "an attached file": () => annotated("/Type /Annot /Subtype /FileAttachment /FS 8 0 R", [FILE_BYTES, FILE]),
  "files within": () =>
    paper({
      catalog: "/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >> /Collection << /View /T >>",
      objects: [FILE, FILE_BYTES],
    }),
  "a form with scripts": () =>
    paper({
      catalog: "/AcroForm << /Fields [] /XFA [(template) 6 0 R] >>",
      objects: [stream(`<script>${CANARY}</script>`)],
    }),
  "data in another file": () =>
    paper({ page: "/Metadata 6 0 R", objects: [stream("", `/F (\\\\\\\\${CANARY}\\\\share)`)] }),
  "a script whose names are written in hex": () =>
    paper({
      catalog: `/Open#41ction << /#53 /#4aava#53cript /J#53 (${CANARY}) >>`,
    }),
  "a script whose type stands elsewhere": () =>
    annotated(`${LINK} /A 7 0 R`, [`<< /S 8 0 R /JS (${CANARY}) >>`, "/JavaScript"]),
  "a script in packed objects": () => packedPdf(paperObjects({ catalog: `/OpenAction ${SCRIPT}` })),
  "a script in packed objects of a hybrid file": hybridPdf,
  "a script that came with a later revision": () =>
    revised(paper({}), `<< /Type /Catalog /Pages 2 0 R /OpenAction ${SCRIPT} >>`),
  "a script that a later revision hides": () =>
    revised(paper({ catalog: `/OpenAction ${SCRIPT}` }), "<< /Type /Catalog /Pages 2 0 R >>"),
  "a script that nothing refers to": () => paper({ objects: [SCRIPT] }),
  "a script in packed objects that nothing refers to": () => paper({ objects: [packed([[6, SCRIPT]])] }),
  "a script in objects that are packed in an unknown way": () =>
    paper({ objects: [packed([[6, SCRIPT]], { filter: "/LZWDecode" })] }),
};

/** Papers with links only to their own pages or to sites. Removing actions must not change a byte of them. */
export const quietPdfs: Record<string, () => Buffer> = {
  "nothing but a page": () => paper({}),
  "a place to open at": () => paper({ catalog: "/OpenAction [3 0 R /Fit] /PageMode /UseOutlines" }),
  "a place to open at, as an action": () =>
    paper({ catalog: "/OpenAction 6 0 R", objects: ["<< /S /GoTo /D [3 0 R /XYZ 0 0 null] >>"] }),
  "links to sites, mailboxes and pages": () =>
    paper({
      page: "/Annots [6 0 R 7 0 R 8 0 R 9 0 R]",
      objects: [
        "https://example.org/a(b)",
        "mailto:name@example.edu",
        "www.example.org:8080/a",
        `\u00fe\u00ff${[..."https://example.org"].map((char) => `\0${char}`).join("")}`,
      ].map((address) => `<< ${LINK} /A << /S /URI /URI (${address}) >> >>`),
    }),
  "packed objects": () => packedPdf(paperObjects()),
};

/** A file that packs all objects except the page's content, like most writers today. */
export function packedPdf(objects: string[]): Buffer {
  const isStream = (object: string) => object.includes("stream\n");
  const plain = objects.map((object, index) => [index + 1, object] as const);
  const inside = plain.filter(([, object]) => !isStream(object));
  const container = objects.length + 1;
  let text = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  const rows: [type: number, second: number, third: number][] = [[0, 0, 65_535]];
  for (const [number, object] of [
    ...plain.filter(([, one]) => isStream(one)),
    [container, packed(inside)] as const,
  ]) {
    rows[number] = [1, text.length, 0];
    text += `${number} 0 obj\n${object}\nendobj\n`;
  }
  for (const [index, [number]] of inside.entries()) rows[number] = [2, container, index];
  const start = text.length;
  rows[container + 1] = [1, start, 0];
  text += `${container + 1} 0 obj\n${table(rows, `/Root 1 0 R /Size ${rows.length}`)}\nendobj\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, "latin1");
}

/**
 * A file with a packed action for readers that support packed objects; other readers find a free entry in the
 * table.
 */
function hybridPdf(): Buffer {
  const objects = paperObjects({ catalog: "/OpenAction 6 0 R" });
  let text = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = [...objects, "null", packed([[6, SCRIPT]])].map((object, index) => {
    const offset = text.length;
    if (index !== 5) text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const hidden = text.length;
  text += `8 0 obj\n${table([[2, 7, 0]], "/Size 9 /Index [6 1]")}\nendobj\n`;
  const start = text.length;
  const rows = [...offsets, hidden].map((offset, index) =>
    index === 5 ? "0000000000 65535 f \n" : `${String(offset).padStart(10, "0")} 00000 n \n`,
  );
  text += `xref\n0 9\n0000000006 65535 f \n${rows.join("")}trailer\n<< /Size 9 /Root 1 0 R /XRefStm ${hidden} >>\n`;
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, "latin1");
}

/** The file, followed by a later revision of its catalog. */
function revised(before: Buffer, catalog: string): Buffer {
  const text = before.toString("latin1");
  const [, last = "0"] = /startxref\n(\d+)\n/.exec(text) ?? [];
  const offset = text.length;
  const start = offset + `1 0 obj\n${catalog}\nendobj\n`.length;
  const row = `${String(offset).padStart(10, "0")} 00000 n \n`;
  return Buffer.from(
    `${text}1 0 obj\n${catalog}\nendobj\nxref\n0 1\n0000000000 65535 f \n1 1\n${row}` +
      `trailer\n<< /Size 6 /Root 1 0 R /Prev ${last} >>\nstartxref\n${start}\n%%EOF\n`,
    "latin1",
  );
}

/** A stream of objects with these numbers. @param filter a wrong name instead of the real compression */
function packed(objects: (readonly [number: number, object: string])[], { filter = "" } = {}): string {
  let body = "";
  const heads = objects.map(([number, object]) => {
    const head = `${number} ${body.length}`;
    body += `${object} `;
    return head;
  });
  const head = `${heads.join(" ")} `;
  const entries = `/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter ${filter || "/FlateDecode"}`;
  const bytes = Buffer.from(head + body, "latin1");
  return stream(filter ? Buffer.from(bytes.map((byte) => byte ^ 0xff)) : deflateSync(bytes), entries);
}

/** A table of objects as a stream, with fields of 1, 4 and 2 bytes in each row. */
function table(rows: [number, number, number][], entries: string): string {
  const bytes = Buffer.alloc(rows.length * 7);
  for (const [index, [type, second, third]] of rows.entries()) {
    bytes.writeUInt8(type, index * 7);
    bytes.writeUInt32BE(second, index * 7 + 1);
    bytes.writeUInt16BE(third, index * 7 + 5);
  }
  return stream(deflateSync(bytes), `/Type /XRef /W [1 4 2] /Filter /FlateDecode ${entries}`);
}
