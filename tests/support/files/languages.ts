import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where tests keep links to Tesseract's language data. */
export const TEST_LANGUAGES = join(tmpdir(), "proshno-test-languages");
