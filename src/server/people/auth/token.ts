import { createHash, randomBytes } from "node:crypto";

/** A secret that can't be guessed: 256 random bits, for a cookie or a link. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Whether a text has the format of a token. A query that contains NUL fails on PostgreSQL. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * The stored form of a secret: a person who reads the database can't use it. A random secret needs no salt.
 */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("hex");
