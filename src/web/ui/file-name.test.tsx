import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FileName } from "./file-name.tsx";

const linesOf = (text: string): string[] => renderToStaticMarkup(<FileName>{text}</FileName>).split("<wbr/>");

test("a file's name breaks after its separators, and not inside its words and numbers", () => {
  expect(linesOf("CSE-3107_Final_2019.pdf")).toEqual(["CSE-", "3107_", "Final_", "2019.", "pdf"]);
  expect(linesOf("Marks 3.5.txt: 2.4 MB")).toEqual(["Marks 3.5.", "txt: 2.4 MB"]);
  expect(linesOf("__init__.py")).toEqual(["__", "init__.", "py"]);
  expect(linesOf("scan.pdf. Try again.")).toEqual(["scan.", "pdf. Try again."]);
});
