import { createCipheriv, createDecipheriv, randomBytes, scrypt, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";

/** The archive's secret, encrypted with a passphrase. Every value but the numbers is in base64. */
export interface SealedSecret {
  /** The cost of scrypt: 128 MB of memory and about half a second for each guess. */
  n: number;
  r: 8;
  p: 1;
  salt: string;
  nonce: string;
  tag: string;
  bytes: string;
}

/** RFC 7914, with the parameters that OWASP's password storage page recommends. */
const COST = { n: 2 ** 17, r: 8, p: 1 } as const;
const MEMORY = 256 * 2 ** 20;
const KEY_BYTES = 32;
const CIPHER = "aes-256-gcm";

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const keyOf = (passphrase: string, salt: Buffer, { n, r, p }: Pick<SealedSecret, "n" | "r" | "p">) =>
  derive(passphrase.normalize("NFC"), salt, KEY_BYTES, { N: n, r, p, maxmem: MEMORY });

/** Encrypts the archive's secret with a key from the passphrase. */
export async function sealSecret(secret: string, passphrase: string): Promise<SealedSecret> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt, COST), nonce);
  const bytes = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  const text = (buffer: Buffer) => buffer.toString("base64");
  return {
    ...COST,
    salt: text(salt),
    nonce: text(nonce),
    tag: text(cipher.getAuthTag()),
    bytes: text(bytes),
  };
}

/** @returns the archive's secret; undefined if the passphrase is wrong */
export async function openSecret(sealed: SealedSecret, passphrase: string): Promise<string | undefined> {
  const [salt, nonce, tag, bytes] = [sealed.salt, sealed.nonce, sealed.tag, sealed.bytes].map((text) =>
    Buffer.from(text, "base64"),
  ) as [Buffer, Buffer, Buffer, Buffer];
  const key = await keyOf(passphrase, salt, sealed);
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes), decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}
