/**
 * Returns a stream object of a PDF.
 * @param entries more entries of its dictionary than the length, such as a filter
 */
export function stream(data: string | Buffer, entries = ""): string {
  const bytes = typeof data === "string" ? data : data.toString("latin1");
  return `<< /Length ${bytes.length} ${entries} >>\nstream\n${bytes}\nendstream`;
}

/**
 * Returns a PDF of these objects, numbered from 1; the first is the catalog.
 * @param objects in Latin-1, so that each character is a byte
 * @param trailer entries of the trailer besides size and root
 */
export function pdfOf(objects: string[], trailer = ""): Buffer {
  let text = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
