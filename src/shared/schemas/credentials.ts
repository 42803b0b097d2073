import { z } from "zod";
import { PASSWORD_MAX, withPasswordAgain } from "./people.ts";
import { emailSchema, isCleanText, notText } from "./text.ts";

/**
 * The current password. It has no minimum length, so a short wrong password gets the same error as any other
 * wrong password.
 */
const passwordNow = z
  .string(notText)
  .max(PASSWORD_MAX, { error: "wrongPassword" })
  .refine(isCleanText, { error: "characters" });

export const resetRequestSchema = z.strictObject({ email: emailSchema });
/** `disconnect` also disconnects the providers, which stay connected otherwise. */
export const resetPasswordSchema = withPasswordAgain({
  disconnect: z.literal("yes", { error: "invalid" }).optional(),
});

/** `passwordNow` is absent for a person without a password, who signed up with a provider. */
export const changePasswordSchema = withPasswordAgain({ passwordNow: passwordNow.optional() });
export const changeEmailSchema = z.strictObject({ passwordNow: passwordNow.optional(), email: emailSchema });

/** What happens to a person's contributions when their account is deleted. */
export const contributionChoices = ["keep", "remove"] as const;
export const deleteAccountSchema = z.strictObject({
  passwordNow: passwordNow.optional(),
  contributions: z.enum(contributionChoices, {
    error: ({ input }) => (input === undefined ? "required" : "invalid"),
  }),
});
