import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  type ScryptOptions,
  timingSafeEqual,
} from "node:crypto";
import { promisify } from "node:util";

/** The archive's secret, encrypted with a passphrase. Every value but the numbers is in base64. */
export interface SealedSecret {
  /** The cost of scrypt: 128 MB of memory and about half a second for each guess. */
  n: 131_072;
  r: 8;
  p: 1;
  salt: string;
  nonce: string;
  tag: string;
  bytes: string;
}

/** The archive's secret, and the key of the MAC over the manifest that contains it. */
export interface OpenedSecret {
  secret: string;
  macKey: Buffer;
}

/** RFC 7914, with the parameters that OWASP's password storage page recommends. */
const COST = { n: 131_072, r: 8, p: 1 } as const;
const MEMORY = 256 * 2 ** 20;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const CIPHER = "aes-256-gcm";
/** Keeps the MAC of a manifest apart from every other use of the key. */
const PURPOSE = "proshno backup manifest 2:";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** @returns the key of the cipher, which is the one of release 0.2.0, and the key of the MAC */
async function keysOf(passphrase: string, salt: Buffer): Promise<[cipher: Buffer, mac: Buffer]> {
  const { n, r, p } = COST;
  const options = { N: n, r, p, maxmem: MEMORY };
  const keys = await derive(passphrase.normalize("NFC"), salt, 2 * KEY_BYTES, options);
  return [keys.subarray(0, KEY_BYTES), keys.subarray(KEY_BYTES)];
}

/** Encrypts the archive's secret with a key from the passphrase. */
export async function sealSecret(
  secret: string,
  passphrase: string,
): Promise<{ sealed: SealedSecret; macKey: Buffer }> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const [key, macKey] = await keysOf(passphrase, salt);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const bytes = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  const text = (buffer: Buffer) => buffer.toString("base64");
  const sealed = {
    ...COST,
    salt: text(salt),
    nonce: text(nonce),
    tag: text(cipher.getAuthTag()),
    bytes: text(bytes),
  };
  return { sealed, macKey };
}

/** @returns undefined if the passphrase is wrong, or somebody edited the secret */
export async function openSecret(
  sealed: SealedSecret,
  passphrase: string,
): Promise<OpenedSecret | undefined> {
  const [salt, nonce, tag, bytes] = [sealed.salt, sealed.nonce, sealed.tag, sealed.bytes].map((text) =>
    Buffer.from(text, "base64"),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const [key, macKey] = await keysOf(passphrase, salt);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAuthTag(tag);
    const secret = Buffer.concat([decipher.update(bytes), decipher.final()]).toString("utf8");
    return { secret, macKey };
  } catch {
    return undefined;
  }
}

/** The MAC of a manifest, in hex. @param sum the SHA-256 of its content, in hex */
export const macOf = (macKey: Uint8Array, sum: string): string =>
  createHmac("sha256", macKey).update(PURPOSE).update(sum).digest("hex");

/** Whether a manifest was written with this key. @param mac in hex, with 64 digits */
export const isMacOf = (macKey: Uint8Array, sum: string, mac: string): boolean =>
  timingSafeEqual(Buffer.from(macOf(macKey, sum), "hex"), Buffer.from(mac, "hex"));
