import { execFileSync } from "node:child_process";
import { Failure } from "../../scripts/lib/run.mjs";
import { HANDS } from "./hard/kind-odd-headings.ts";
import { halves } from "./set/courses.ts";
import { FONTS } from "./set/page-html.ts";

/** Debian's packages with the fonts of the set. */
const FONT_PACKAGES =
  "fonts-liberation fonts-crosextra-carlito fonts-crosextra-caladea fonts-dejavu-core fonts-freefont-ttf fonts-noto-core " +
  "fonts-lohit-beng-bengali fonts-beng-extra fonts-humor-sans fonts-breip fonts-dancingscript fonts-femkeklaver";
const PROGRAM_PACKAGES = "tesseract-ocr tesseract-ocr-eng tesseract-ocr-ben poppler-utils";

/**
 * Checks that the fonts and programs are installed. With other fonts, the pages would not be the same.
 * @param readers their names
 * @throws Failure with the packages to install
 */
export function checkPackages(readers: string[]): void {
  const families = outputOf("fc-list", [":", "family"]);
  const fonts = halves.flatMap((half) => [...FONTS[half].latin, ...FONTS[half].bangla, ...HANDS[half]]);
  const missing = fonts.filter((font) => !families.includes(font));
  if (missing.length > 0)
    throw new Failure(`No font ${missing.join(", ")}. Install: apt-get install ${FONT_PACKAGES}`);
  const needsPrograms = readers.some((name) => name !== "product");
  if (needsPrograms && !/^ben$/m.test(outputOf("tesseract", ["--list-langs"])))
    throw new Failure(`Install: apt-get install ${PROGRAM_PACKAGES}, or use --readers product`);
}

function outputOf(program: string, args: string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}
