import { describe } from "vitest";
import { testReadingWindow } from "../support/files/reading-window.ts";

describe("the window that enlarges a page, for a visitor", () => {
  testReadingWindow("a visitor");
});
