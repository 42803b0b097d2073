import { describe } from "vitest";
import { testReadingWindow } from "../support/files/reading-window.ts";

describe("the window that enlarges a page, for a logged-in student", () => {
  testReadingWindow("a logged-in student");
});
