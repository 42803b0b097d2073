import sharp from "sharp";
import { createWorker, OEM, PSM } from "tesseract.js";
import { ocrLanguages } from "../../../src/server/files/recognition/languages.ts";
import { TEST_LANGUAGES } from "./languages.ts";

/** Returns the text that Tesseract reads in a picture, without the preparation of a page. */
export async function readPicture(bytes: Uint8Array | undefined): Promise<string> {
  const tesseract = await createWorker(ocrLanguages.join("+"), OEM.LSTM_ONLY, {
    langPath: TEST_LANGUAGES,
    cacheMethod: "none",
    gzip: true,
  });
  await tesseract.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, user_defined_dpi: "240" });
  const { data } = await tesseract.recognize(await sharp(bytes).png().toBuffer());
  await tesseract.terminate();
  return data.text;
}
