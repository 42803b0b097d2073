import { Secret } from "otpauth";
import { tokenHash } from "./token.ts";

const COUNT = 10;
/** 80 random bits make 16 letters and digits. */
const BYTES = 10;

/** Ten codes that each let a person in once, without the authenticator app, as `abcd-efgh-ijkl-mnop`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: COUNT }, () =>
    new Secret({ size: BYTES }).base32.toLowerCase().replace(/.{4}(?=.)/g, "$&-"),
  );

/** The stored form of a code. @param code with or without its dashes */
export const recoveryHash = (code: string): string => tokenHash(code.replaceAll("-", ""));
