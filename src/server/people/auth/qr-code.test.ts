import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";
import { newTotpSecret, totpAddress } from "./totp.ts";

const SCALE = 4;

/** Rasterises the path to RGBA pixels. */
function painted({ size, path }: ReturnType<typeof qrCode>) {
  const width = size * SCALE;
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const at = (pixel: number) => `${Math.floor((pixel % width) / SCALE)} ${Math.floor(pixel / width / SCALE)}`;
  const data = Uint8Array.from({ length: width * width * 4 }, (_, index) =>
    index % 4 < 3 && dark.has(at(Math.floor(index / 4))) ? 0 : 255,
  );
  return { width, height: width, data };
}

test("a QR code reader decodes the text for a short and a long email", () => {
  for (const name of ["a", "rahim", "x".repeat(64)]) {
    const text = totpAddress(newTotpSecret(), `${name}@example.edu`);
    expect(decodeQR(painted(qrCode(text)), { effort: Infinity, timeLimit: Infinity })).toBe(text);
  }
});

test("the QR code has a margin of four light modules", () => {
  const { size, path } = qrCode("text");
  const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
  expect([Math.min(...places), Math.max(...places)]).toEqual([4, size - 5]);
});
