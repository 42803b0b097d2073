import { Secret } from "otpauth";
import { tokenHash } from "./token.ts";

const COUNT = 10;
/** 80 random bits give 16 letters and digits. */
const BYTES = 10;

/** Ten codes in the form `abcd-efgh-ijkl-mnop`. Each replaces the authenticator app for one login. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () =>
    new Secret({ size: BYTES }).base32.toLowerCase().replace(/.{4}(?=.)/g, "$&-"),
  );

/** The stored form of a code. @param code with or without its dashes */
export const recoveryHash = (code: string): string => tokenHash(code.replaceAll("-", ""));
