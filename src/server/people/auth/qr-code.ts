import encodeQR from "qr";

/** A QR code as an SVG path. */
export interface QrCode {
  /** The width and height in modules, including the quiet zone. */
  size: number;
  /** The SVG path of the dark modules. */
  path: string;
}

/** The width of the light border (ISO/IEC 18004 §5.3.8). Without it, readers don't find the code. */
const QUIET_ZONE = 4;

/** Draws a text as a QR code. No external service sees the text. */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const path = rows
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""))
    .join("");
  return { size: rows.length, path };
}
