import { createHash } from "node:crypto";
import { pdfOf, stream } from "../../../scripts/lib/pdf-objects.ts";

/** The padding of a password to 32 bytes (ISO 32000-1, algorithm 2). */
const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const ID = Buffer.alloc(16, 1);
const OWNER = Buffer.alloc(32, 2);

/** A PDF encrypted with 40-bit RC4, which opens with this password. */
export function lockedPdf(password: string, handler = "/Standard"): Buffer {
  const padded = Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32);
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const key = createHash("md5")
    .update(Buffer.concat([padded, OWNER, permissions, ID]))
    .digest()
    .subarray(0, 5);
  const user = rc4(key, PADDING);
  const lock = `/Filter ${handler} /V 1 /R 2 /O <${OWNER.toString("hex")}> /U <${user.toString("hex")}> /P -4`;
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>",
      stream(""),
    ],
    `/Encrypt << ${lock} >> /ID [<${ID.toString("hex")}> <${ID.toString("hex")}>]`,
  );
}

/** RC4, because OpenSSL no longer has it. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_none, at) => at);
  const at = (place: number) => state[place & 255] as number;
  const swap = (one: number, other: number) => {
    [state[one & 255], state[other & 255]] = [at(other), at(one)];
  };
  let mixed = 0;
  for (let place = 0; place < 256; place += 1) {
    mixed += at(place) + (key[place % key.length] as number);
    swap(place, mixed);
  }
  mixed = 0;
  return Buffer.from(
    data.map((byte, index) => {
      mixed += at(index + 1);
      swap(index + 1, mixed);
      return byte ^ at(at(index + 1) + at(mixed));
    }),
  );
}
