import { z } from "zod";
import { PASSWORD_MAX, withPasswordAgain } from "./people.ts";
import { emailSchema, isCleanText, notText } from "./text.ts";

/** A password that is to be compared: whatever its length, a wrong one is a wrong one. */
const passwordNow = z
  .string(notText)
  .max(PASSWORD_MAX, { error: "wrongPassword" })
  .refine(isCleanText, { error: "characters" });

export const resetRequestSchema = z.strictObject({ email: emailSchema });
/** `disconnect` ends the logins through providers that a reset would keep. */
export const resetPasswordSchema = withPasswordAgain({
  disconnect: z.literal("yes", { error: "invalid" }).optional(),
});

/** Who has no password yet, having come by a provider, leaves `passwordNow` out. */
export const changePasswordSchema = withPasswordAgain({ passwordNow: passwordNow.optional() });
export const changeEmailSchema = z.strictObject({ passwordNow: passwordNow.optional(), email: emailSchema });

/** What becomes of a person's contributions when their account goes. */
export const contributionChoices = ["keep", "remove"] as const;
export const deleteAccountSchema = z.strictObject({
  passwordNow: passwordNow.optional(),
  contributions: z.enum(contributionChoices, {
    error: ({ input }) => (input === undefined ? "required" : "invalid"),
  }),
});
