import type { Page } from "playwright-core";
import sharp from "sharp";
import { photographed } from "../set/photo.ts";
import { type Grey, greyOf, pictureOf } from "../set/pixels.ts";
import type { Sheet } from "../set/page-html.ts";
import { faxed, scannedVolume } from "../set/scan.ts";
import { hardCameras, hardFaxes, hardScanners } from "./hard-devices.ts";
import { changeDictionaries, joined, objectsOf, pdfFrom } from "./pdf-rewriting.ts";
import type { Pose } from "./poses.ts";
import { hide, type Hidden } from "./hidden-texts.ts";
import { type OcrLayer, ocrText, wordBoxes } from "./ocr-layers.ts";
import { type LayerFault, withFault } from "./text-layers.ts";
import { wordFile } from "./word-files.ts";
import { sideBySide, type Visible } from "./two-up.ts";

/** How the file of a hard page comes into being. The devices are named in `hard-devices.ts`. */
export type Drawing =
  | { as: "pdf"; fault?: LayerFault; hidden?: Hidden; headingIsPicture?: boolean; sheets?: Visible }
  | /** `sideways`: how a wide sheet lies in the scanner, and how far viewers turn it. */ {
      as: "scan";
      scanner: string;
      layer?: OcrLayer;
      sideways?: { scan: 90 | 270; rotate: 0 | 90 | 270 };
    }
  | { as: "fax"; fax: string; layer?: OcrLayer }
  | { as: "docx"; isTable: boolean }
  | { as: "photo"; camera: string; pose: Pose };

/** One sheet of a page before a device captures it. */
export type DrawnSheet = { file: Buffer } | { grey: Grey; text: string };

/** The extension of the file. */
export const fileOf = ({ as }: Drawing): string => (as === "photo" ? "jpg" : as === "docx" ? "docx" : "pdf");

/** @param tab shows the sheet */
export async function drawnSheet(tab: Page, drawing: Drawing, sheet: Sheet): Promise<DrawnSheet> {
  if (drawing.as === "pdf") return { file: await printed(tab, drawing, sheet) };
  if (drawing.as === "docx") return { file: await wordFile(tab, drawing.isTable) };
  const layer = "layer" in drawing ? drawing.layer : undefined;
  const text = layer ? ocrText(await tab.evaluate(wordBoxes), layer, sheet) : "";
  return { grey: await greyOf(sharp(await tab.screenshot())), text };
}

/** Captures the sheets with the device of the drawing. */
export async function fileFrom(
  sheets: DrawnSheet[],
  drawing: Drawing,
  { half, seed }: { half: "dev" | "held-out"; seed: number },
): Promise<Buffer> {
  const files = sheets.flatMap((sheet) => ("file" in sheet ? sheet.file : []));
  if (drawing.as === "docx") return files[0] as Buffer;
  if (drawing.as === "pdf") {
    const pdf = joined(files);
    return drawing.sheets ? sideBySide(pdf, drawing.sheets) : pdf;
  }
  const drawn = sheets.flatMap((sheet) => ("grey" in sheet ? sheet : []));
  const greys = drawn.map(({ grey }) => grey);
  const [first, second] = greys as [Grey, Grey | undefined];
  const text = drawn[0]?.text ?? "";
  if (drawing.as === "photo")
    return photographed(greys, named(hardCameras[half], drawing.camera), seed, drawing.pose);
  if (drawing.as === "fax") return faxed(first, named(hardFaxes[half], drawing.fax), seed);
  const scanner = named(hardScanners[half], drawing.scanner);
  if (!drawing.sideways) return scannedVolume(first, second ?? first, scanner, seed, text);
  const lying = await greyOf(pictureOf(first).rotate(drawing.sideways.scan));
  return turned(await scannedVolume(lying, lying, scanner, seed), drawing.sideways.rotate);
}

async function printed(
  tab: Page,
  { fault, hidden, headingIsPicture }: Drawing & { as: "pdf" },
  sheet: Sheet,
): Promise<Buffer> {
  if (headingIsPicture) {
    const picture = await tab.locator("header").screenshot();
    await tab.locator("header").evaluate((header, data) => {
      const { width, height } = header.getBoundingClientRect();
      header.innerHTML = `<img src="data:image/png;base64,${data}" style="display:block;width:${width}px;height:${height}px">`;
    }, picture.toString("base64"));
  }
  const size = { width: `${sheet.width / 96}in`, height: `${sheet.height / 96}in` };
  await tab.addStyleTag({ content: `@page { size: ${size.width} ${size.height} !important; margin: 0 }` });
  const pdf = await tab.pdf({ ...size, printBackground: true, pageRanges: "1" });
  const changed = fault ? withFault(pdf, fault) : pdf;
  return hidden ? hide(changed, hidden, sheet) : Buffer.from(changed);
}

/** Says in a PDF that viewers turn the page. */
function turned(pdf: Buffer, angle: number): Buffer {
  const objects = objectsOf(pdf);
  changeDictionaries(objects, "/Type /Page /Parent", (page) =>
    page.replace("/Type /Page", `/Type /Page /Rotate ${angle}`),
  );
  return pdfFrom(objects);
}

function named<T extends { name: string }>(devices: T[], name: string): T {
  const device = devices.find((one) => one.name === name);
  if (!device) throw new Error(`No device is called ${name}.`);
  return device;
}
