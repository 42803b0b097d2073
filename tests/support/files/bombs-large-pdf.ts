import { deflateSync } from "node:zlib";
import type { Bomb } from "./bomb.ts";
import { pdfOf, stream } from "../../../scripts/lib/pdf-objects.ts";
import { FONT, flate } from "./tiny-pdf.ts";

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const ONE_PAGE = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
/** Bytes that make a file as large as the PDFs that become smaller. */
const BALLAST = 26_000_000;

const page = (resources: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << ${resources} >> >>`;
const draw = (names: string[]) =>
  stream(names.map((name) => `q 595 0 0 842 0 0 cm /${name} Do Q`).join("\n"));
const ballast = () => stream(Buffer.alloc(BALLAST, 0x61));
const image = (side: number, data: Buffer, filter = "FlateDecode") =>
  stream(
    data,
    `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /${filter}`,
  );
/** A picture of 27 MB that becomes small, so that the others are looked at, too. */
const plain = () =>
  stream(
    Buffer.alloc(27_000_000, 0xee),
    "/Type /XObject /Subtype /Image /Width 3000 /Height 3000 /BitsPerComponent 8 /ColorSpace /DeviceRGB",
  );
const withImages = (images: string[]) => {
  const all = [...images, plain()];
  return pdfOf([
    CATALOG,
    ONE_PAGE,
    page(`/XObject << ${all.map((_one, index) => `/I${index} ${5 + index} 0 R`).join(" ")} >>`),
    draw(all.map((_one, index) => `I${index}`)),
    ...all,
  ]);
};

/** PDFs above the limit of a paper, which only the process that makes PDFs smaller opens. */
export const largePdfBombs: Bomb[] = [
  {
    name: "a large PDF with a picture of 1.2 GB in 1 MB",
    make: () => withImages([image(20_000, deflateSync(Buffer.alloc(1_200_000_000)))]),
  },
  {
    name: "a large PDF with 40 pictures of 75 MB in 75 kB",
    make: () =>
      withImages(
        Array.from({ length: 40 }, (_none, index) =>
          image(5_000, deflateSync(Buffer.alloc(75_000_000, index), { level: 1 })),
        ),
      ),
  },
  {
    name: "a large PDF with a JPEG that says that it has 65,500 × 65,500 px",
    make: () => {
      const head = Buffer.from("ffd8ffc0001108ffdcffdc03012200021101031101", "hex");
      return withImages([image(65_500, Buffer.concat([head, Buffer.alloc(50_000)]), "DCTDecode")]);
    },
  },
  {
    name: "a large PDF whose page is 2 GB packed twice",
    refusal: "file_too_heavy",
    make: () =>
      pdfOf([
        CATALOG,
        ONE_PAGE,
        page("/Font << /F1 5 0 R >>"),
        flate(deflateSync(Buffer.alloc(1_000_000_000, "q Q ")), "", 1).replace(
          "/Filter [/FlateDecode ]",
          "/Filter [/FlateDecode /FlateDecode]",
        ),
        FONT,
        ballast(),
      ]),
  },
  {
    name: "a large PDF with a stream of objects of 1 GB",
    refusal: "file_not_shrunk",
    make: () =>
      pdfOf([
        CATALOG,
        ONE_PAGE,
        page("/Font << /F1 6 0 R >>"),
        stream("BT /F1 12 Tf (CSE 2103) Tj ET"),
        flate(Buffer.alloc(1_000_000_000, "1 0 "), "/Type /ObjStm /N 100000000 /First 400000000"),
        FONT,
        ballast(),
      ]),
  },
  {
    name: "a large PDF whose tree of pages is 200,000 deep",
    refusal: "file_unreadable",
    make: () => {
      const depth = 200_000;
      const nodes = Array.from(
        { length: depth },
        (_none, index) => `<< /Type /Pages /Kids [${index + 4} 0 R] /Parent ${index + 2} 0 R /Count 1 >>`,
      );
      const last = `<< /Type /Page /Parent ${depth + 2} 0 R /MediaBox [0 0 595 842] >>`;
      return pdfOf([CATALOG, ONE_PAGE, ...nodes, last, ballast()]);
    },
  },
  {
    name: "a large PDF of a million tiny objects",
    refusal: "file_not_shrunk",
    make: () =>
      pdfOf([
        CATALOG,
        ONE_PAGE,
        page("/Font << /F1 5 0 R >>"),
        stream("BT /F1 12 Tf (CSE 2103) Tj ET"),
        FONT,
        ...Array.from({ length: 1_000_000 }, (_none, index) => `[${index}]`),
      ]),
  },
  {
    name: "a large PDF with forms that draw each other a billion times",
    refusal: "file_too_heavy",
    make: () => {
      const form = (inner: number) =>
        stream(
          "/X Do ".repeat(100),
          `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X ${inner} 0 R >> >>`,
        );
      return pdfOf([
        CATALOG,
        ONE_PAGE,
        page("/XObject << /X 6 0 R >>"),
        stream("/X Do"),
        ballast(),
        ...[7, 8, 9, 10, 11].map(form),
        image(300, deflateSync(Buffer.alloc(270_000))),
      ]);
    },
  },
];
