import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const NONCE = 12;
const TAG = 16;

/**
 * Encrypts and authenticates texts that leave the server and return later (AES-256-GCM).
 * @param secret of the site
 * @param purpose one word; a text that was sealed for a different purpose does not open
 */
export function createSeal(secret: string, purpose: string) {
  const key = Buffer.from(hkdfSync("sha256", secret, "", `proshno ${purpose}`, 32));
  return {
    seal(text: string): string {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      const sealed = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return sealed.toString("base64url");
    },

    /** @returns undefined for a text that this seal did not make */
    open(sealed: string): string | undefined {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < NONCE + TAG) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE), { authTagLength: TAG });
      decipher.setAuthTag(bytes.subarray(-TAG));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString(
          "utf8",
        );
      } catch {
        return undefined;
      }
    },
  };
}
