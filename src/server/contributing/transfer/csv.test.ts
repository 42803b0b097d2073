import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { source } from "../../../../tests/support/archive/question-rows.ts";
import { type CsvRecord, csvLine, neutralise, readCsv, restore } from "./csv.ts";

async function read(...chunks: (string | Buffer)[]): Promise<CsvRecord[]> {
  return Array.fromAsync(readCsv(source(chunks)));
}

/** Random spreadsheet cells, many of which begin with dangerous characters. */
const cell = fc
  .array(fc.oneof(fc.stringMatching(/^[=+\-@;\t\r\n'" ＝＠ক]{0,5}$/), fc.string({ unit: "binary" })), {
    maxLength: 4,
  })
  .map((pieces) => pieces.join("").toWellFormed());

/**
 * The cells that a spreadsheet with a different delimiter would see. Excel chooses the delimiter from the
 * computer's language. Text after a closing quote belongs to the cell, and a quote without a closing quote
 * extends to the end of the text.
 */
function cellsSeenAt(delimiter: string, text: string): string[] {
  const plain = `[^${delimiter}\r\n]*`;
  const pattern = new RegExp(`"((?:[^"]|"")*)(?:"|$)(${plain})|(${plain})`, "y");
  const cells: string[] = [];
  for (let at = 0; at < text.length; at = pattern.lastIndex + 1) {
    pattern.lastIndex = at;
    const [, quoted, behind = "", bare = ""] = pattern.exec(text) ?? [];
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"') + behind);
  }
  return cells;
}

describe("exported cells", () => {
  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\r1", "＝1", "'=1", "''-1", " =1", '"=1'])(
    "never begin with a formula: %j",
    (value) => {
      expect(neutralise(value)).toBe(`'${value}`);
    },
  );

  it.each([
    ["a;=1", "a;'=1"],
    ["a\t+1", "a\t'+1"],
    ["a\n- b\r\n@c", "a\n'- b\r\n'@c"],
    ["\t=1", "'\t'=1"],
    ["a;'=1", "a;''=1"],
    ['a; "=1', `a;' "=1`],
    ["a;＝1;b;-", "a;'＝1;b;'-"],
  ])("a formula after a semicolon, tab or line break gets an apostrophe: %j", (value, expected) => {
    expect(neutralise(value)).toBe(expected);
    expect(restore(expected)).toBe(value);
  });

  it("no cell begins with a formula in a spreadsheet that splits at semicolons, tabs or line breaks", () => {
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const line = csvLine(cells);
        const rows = line.split(/[\r\n;\t]/).map((text) => text.replace(/^"+/, ""));
        const seen = [",", ";", "\t"].flatMap((delimiter) => cellsSeenAt(delimiter, line)).concat(rows);
        expect(seen.filter((text) => /^ *[=+\-@＝＋－＠]/.test(text))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("every cell has quotes", () => {
    expect(csvLine(["a", "", 'b"', "1,5"])).toBe('"a","","b""","1,5"\n');
  });

  it.each(["", "a", "'", "'quoted'", "1=1", "’=1", "a;b", "a\n1", "5 - 3; 2"])(
    "a cell without a formula stays unchanged: %j",
    (value) => {
      expect(neutralise(value)).toBe(value);
    },
  );

  it("are the same after an export and an import", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 2, maxLength: 6 }), async (cells) => {
        // The first line always consists of ASCII column names.
        const [, record] = await read("a,b\n", csvLine(cells));
        expect(record?.cells.map((text) => restore(text ?? ""))).toEqual(cells);
      }),
      { numRuns: 1_000 },
    );
  });

  it("never begin with a formula after an import and a second export", () => {
    fc.assert(
      fc.property(cell, (value) => {
        const kept = restore(value);
        expect(neutralise(kept)).toMatch(/^(?![=+\-@\t\r\n＝＋－＠])/);
        expect(restore(neutralise(kept))).toBe(kept);
      }),
    );
  });
});

describe("CSV records", () => {
  it("have the number of their first line, with any line endings", async () => {
    const records = await read('a,b\r\n"1\r\n1",2\r\n\r\n3,"x\ny\rz"\n4,5\r6,7');
    expect(records.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, "a"],
      [2, "1\r\n1"],
      [5, "3"],
      [8, "4"],
      [9, "6"],
    ]);
  });

  it("are the same for any division of the bytes into chunks", async () => {
    const text = '\uFEFFক,খ\r\n"গ\r\n",ঘ\r\nx,"y ""z"""\r\n';
    const whole = await read(text);
    expect(whole.map(({ cells }) => cells)).toEqual([
      ["ক", "খ"],
      ["গ\r\n", "ঘ"],
      ["x", 'y "z"'],
    ]);
    expect(await read(...[...Buffer.from(text)].map((byte) => Buffer.from([byte])))).toEqual(whole);
  });

  it.each([";", "\t"])("can have %j as the delimiter", async (delimiter) => {
    const records = await read(`a${delimiter}b\n1,5${delimiter}2\n`);
    expect(records[1]?.cells).toEqual(["1,5", "2"]);
  });

  it("keep quotes in the middle of a cell", async () => {
    const records = await read('a,b\n5" disk,"x"y\n1,2\n');
    expect(records.slice(1).map(({ cells }) => cells)).toEqual([
      ['5" disk', '"x"y'],
      ["1", "2"],
    ]);
  });

  it("lose only the cell that is not UTF-8", async () => {
    const records = await read(Buffer.from("a,b\n1,caf\xe9\n2,3\n", "latin1"));
    expect(records.slice(1).map(({ cells }) => cells)).toEqual([
      ["1", undefined],
      ["2", "3"],
    ]);
  });

  it.each([
    ["a quote that is never closed", 'a,b\n1,2\n"3,4\n5,6\n', "quoteNotClosed"],
    ["a record without end", `a,b\n1,2\n"3${"x,y\n".repeat(1_500_000)}`, "recordSize"],
  ])("stop at %s, after the records before it", async (_what, text, code) => {
    const records = await read(text);
    expect(records.map(({ line, problem }) => [line, problem?.code])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, code],
    ]);
  });
});

describe("a file that is not CSV", () => {
  it.each([
    ["emptyFile", ""],
    ["emptyFile", "\uFEFF \r\n"],
    ["utf16", Buffer.from("\uFEFFkind,year\n", "utf16le")],
    ["utf16", Buffer.from("\uFEFFkind,year\n", "utf16le").swap16()],
    ["binaryFile", Buffer.from("kind,year\n", "utf16le")],
    ["spreadsheetFile", Buffer.from("PK\x03\x04\x14\x00", "latin1")],
    ["notUtf8", Buffer.from("kind,ann\xe9e\n", "latin1")],
    ["firstLine", "x".repeat(100_000)],
  ])("is refused as %s", async (code, content) => {
    await expect(read(content)).rejects.toMatchObject({ code: "invalid_input", fields: { file: { code } } });
  });
});
