import { z } from "zod";
import { newPasswordSchema, PASSWORD_MAX } from "./people.ts";
import { emailSchema, isCleanText, notText } from "./text.ts";

/** A password that is to be compared: whatever its length, a wrong one is a wrong one. */
const passwordNow = z
  .string(notText)
  .max(PASSWORD_MAX, { error: "wrongPassword" })
  .refine(isCleanText, { error: "characters" });

const again = z.string(notText).min(1, { error: "required" });
const match = (form: { password: string; passwordAgain: string }): boolean =>
  form.password === form.passwordAgain;
const differ = { path: ["passwordAgain"], error: "passwordsDiffer" };

export const resetRequestSchema = z.strictObject({ email: emailSchema });
/** `disconnect` ends the logins through providers that a reset would keep. */
export const resetPasswordSchema = z
  .strictObject({
    password: newPasswordSchema,
    passwordAgain: again,
    disconnect: z.literal("yes", { error: "invalid" }).optional(),
  })
  .refine(match, differ);

/** Who has no password yet, having come by a provider, leaves `passwordNow` out. */
export const changePasswordSchema = z
  .strictObject({ passwordNow: passwordNow.optional(), password: newPasswordSchema, passwordAgain: again })
  .refine(match, differ);
export const changeEmailSchema = z.strictObject({ passwordNow: passwordNow.optional(), email: emailSchema });

/** What becomes of a person's contributions when their account goes. */
export const contributionChoices = ["keep", "remove"] as const;
export const deleteAccountSchema = z.strictObject({
  passwordNow: passwordNow.optional(),
  contributions: z.enum(contributionChoices, {
    error: ({ input }) => (input === undefined ? "required" : "invalid"),
  }),
});
