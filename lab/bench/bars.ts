import { xml } from "../../src/api/platform/xml.ts";

const ROW = 24;
const LABELS = 160;
const BARS = 480;

/**
 * Draws bars beside their labels, as SVG.
 * @param mark a value that a line shows; the scale ends at this value or at the widest bar
 */
export function barsOf(title: string, values: { label: string; value: number }[], mark: number): string {
  const widest = Math.max(mark, ...values.map(({ value }) => value));
  const width = (value: number) => ((value / widest) * BARS).toFixed(1);
  const height = ROW * (values.length + 1);
  const rows = values.map(({ label, value }, n) => {
    const y = ROW * (n + 1);
    return xml`<text x="0" y="${String(y + 15)}">${label}</text><rect x="${String(LABELS)}" y="${String(y + 3)}"
      width="${width(value)}" height="16"/><text x="${String(LABELS + Number(width(value)) + 6)}"
      y="${String(y + 15)}">${value.toFixed(2)}</text>`;
  });
  const line = LABELS + Number(width(mark));
  return [
    xml`<svg role="img" aria-label="${title}" width="${String(LABELS + BARS + 60)}" height="${String(height)}">`,
    xml`<text x="0" y="15">${title}</text>`,
    ...rows,
    xml`<line x1="${String(line)}" x2="${String(line)}" y1="${String(ROW)}" y2="${String(height)}"/></svg>`,
  ].join("\n");
}
