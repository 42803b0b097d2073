import { objectsOf, pdfFrom } from "./pdf-rewriting.ts";

/** A4 in points. */
const A4 = { width: 595, height: 842 };
const SCALE = A4.width / A4.height;

/** Which of two pages on one sheet a viewer shows. The first page is on the left, unless only the right one is visible. */
export type Visible = "both" | "left" | "right";

/** Puts the two pages of a PDF on one wide sheet, as programs for printing do. @param visible the other page is cut off */
export function sideBySide(pdf: Buffer, visible: Visible): Buffer {
  const objects = objectsOf(pdf);
  const pages = objects.filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary));
  const forms = pages.map((page) => {
    const number = Number(/\/Contents (\d+) 0 R/.exec(page.dictionary)?.[1]);
    const form = objects[number - 1];
    if (!form) throw new Error("A page has no content.");
    form.dictionary =
      `<< /Type /XObject /Subtype /Form /BBox [0 0 ${A4.width} ${A4.height}] ` +
      `/Resources ${resourcesOf(page.dictionary)} /Filter /FlateDecode /Length 0 >>`;
    page.dictionary = "<< /Type /Former >>";
    return number;
  });
  const [left, right] = visible === "right" ? forms.toReversed() : forms;
  const at = (x: number, name: string) =>
    `q ${SCALE.toFixed(4)} 0 0 ${SCALE.toFixed(4)} ${x} 0 cm /${name} Do Q`;
  objects.push({
    dictionary: "<< /Length 0 >>",
    bytes: Buffer.from(`${at(0, "Left")}\n${at(A4.height / 2, "Right")}`),
  });
  const half = A4.height / 2;
  const crop = {
    both: "",
    left: `/CropBox [0 0 ${half} ${A4.width}]`,
    right: `/CropBox [${half} 0 ${A4.height} ${A4.width}]`,
  };
  const tree = objects.findIndex(({ dictionary }) => dictionary.includes("/Type /Pages"));
  objects.push({
    dictionary:
      `<< /Type /Page /Parent ${tree + 1} 0 R /MediaBox [0 0 ${A4.height} ${A4.width}] ${crop[visible]} ` +
      `/Resources << /XObject << /Left ${left} 0 R /Right ${right} 0 R >> >> /Contents ${objects.length} 0 R >>`,
  });
  objects[tree] = { dictionary: `<< /Type /Pages /Count 1 /Kids [${objects.length} 0 R] >>` };
  return pdfFrom(objects);
}

function resourcesOf(page: string): string {
  const start = page.indexOf("<<", page.indexOf("/Resources"));
  let depth = 0;
  for (let at = start; at < page.length; at += 1) {
    const two = page.slice(at, at + 2);
    if (two === "<<") depth += 1;
    if (two === ">>") depth -= 1;
    if (two === "<<" || two === ">>") at += 1;
    if (depth === 0) return page.slice(start, at + 1);
  }
  throw new Error("A page has no resources.");
}
