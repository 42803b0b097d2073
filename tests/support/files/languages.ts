import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder in which tests keep links to Tesseract's language data. */
export const TEST_LANGUAGES = join(tmpdir(), "proshno-test-languages");
