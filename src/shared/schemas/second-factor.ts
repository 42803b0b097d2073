import { z } from "zod";
import { asciiDigits } from "../text/words.ts";
import { PASSWORD_MAX } from "./people.ts";
import { isCleanText, notText } from "./text.ts";
import { refuse } from "./refuse.ts";

/** The maximum length of a code, including spaces and dashes. */
const LONGEST = 60;
const APP_CODE = /^\d{6}$/;
const RECOVERY_CODE = /^[a-z2-7]{16}$/;

/** Whether this code from `codeSchema` belongs to an authenticator app. Otherwise it is a recovery code. */
export const isAppCode = (code: string): boolean => APP_CODE.test(code);

/** A code of an authenticator app or a recovery code. Spaces and dashes are removed. */
const codeSchema = z
  .string(notText)
  .meta({ minLength: 6, maxLength: LONGEST, examples: ["123456", "abcd-efgh-ijkl-mnop"] })
  .transform((value, context) => {
    const code = value.length > LONGEST ? value : asciiDigits(value).replace(/[\s-]/g, "").toLowerCase();
    if (APP_CODE.test(code) || RECOVERY_CODE.test(code)) return code;
    const problem = !isCleanText(value) ? "characters" : code === "" ? "required" : "oneTimeCode";
    return refuse(context, problem);
  });

export const secondFactorSchema = z.strictObject({ code: codeSchema });

/** `code` is for people with a second factor. */
export const confirmSchema = z.strictObject({
  // There is no minimum length, so a short wrong password gets the same error as any other wrong password.
  password: z
    .string(notText)
    .min(1, { error: "required" })
    .max(PASSWORD_MAX, { error: "wrongPasswordNow" })
    .refine(isCleanText, { error: "characters" }),
  code: codeSchema.optional(),
});
