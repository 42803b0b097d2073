import encodeQR from "qr";

/** A QR code as lines to draw in SVG. */
export interface QrCode {
  /** Width and height in modules, with the quiet zone around. */
  size: number;
  /** Of the dark modules. */
  path: string;
}

/** ISO/IEC 18004 §5.3.8: light modules around, without which readers don't find the code. */
const QUIET_ZONE = 4;

/** Draws a text as a QR code; no service elsewhere sees it. */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: QUIET_ZONE });
  const path = rows
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join(""))
    .join("");
  return { size: rows.length, path };
}
