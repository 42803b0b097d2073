import { z } from "zod";
import { parseStatus } from "../items/status.ts";
import { emailSchema, isCleanText, notText, numericText, parseEmail, textSchema } from "./text.ts";
import { refuse } from "./refuse.ts";

/** OWASP ASVS 5.0 §6.2: a minimum of 8 characters, and at least 64 must be accepted. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

export const displayNameSchema = textSchema({ required: true, max: 100 });

export const newPasswordSchema = z
  .string(notText)
  .min(1, { error: "required" })
  .min(PASSWORD_MIN, { error: `tooShort:${PASSWORD_MIN}` })
  .max(PASSWORD_MAX, { error: `tooLong:${PASSWORD_MAX}` })
  .refine(isCleanText, { error: "characters" });

/**
 * The schema of a form with a new password, which people type twice (spec §5). The schema compares both
 * passwords even if other fields have problems, so people see all problems at once.
 */
export function withPasswordAgain<T extends z.ZodRawShape>(shape: T) {
  return z
    .strictObject({
      ...shape,
      password: newPasswordSchema,
      passwordAgain: z.string(notText).min(1, { error: "passwordAgain" }),
    })
    .refine((form) => !passwordsDiffer(form), {
      path: ["passwordAgain"],
      error: "passwordsDiffer",
      when: () => true,
    });
}

/**
 * Whether the two passwords of a form differ.
 * @param form not validated yet
 */
function passwordsDiffer(form: unknown): boolean {
  const typed = z.object({ password: z.string(), passwordAgain: z.string() }).safeParse(form).data;
  return typed !== undefined && typed.password !== typed.passwordAgain;
}

export const signUpSchema = z.strictObject({
  name: displayNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
});
export const signInSchema = z.strictObject({
  email: emailSchema,
  // There is no minimum length, so a short wrong password gets the same error as any other wrong password.
  password: z
    .string(notText)
    .min(1, { error: "required" })
    .max(PASSWORD_MAX, { error: "wrongPassword" })
    .refine(isCleanText, { error: "characters" }),
});

/** The sign-up form (spec §2, §5). */
export const registerFormSchema = withPasswordAgain(signUpSchema.shape);

export const saveUserSchema = z.strictObject({ email: emailSchema, displayName: displayNameSchema });

/**
 * `photoURL` has the type URL (spec §5). Only https is allowed, so that pages never load a picture without
 * encryption.
 */
const photoUrl = textSchema({ required: true, max: 2_000, example: "https://example.edu/me.png" }).transform(
  (value, context) => {
    const url = URL.parse(value);
    if (url?.protocol === "https:" && !url.username && !url.password) return url.href;
    return refuse(context, "url");
  },
);

/** Every field is required (spec §5). We ignore `complete`, because the server sets it. */
export const profileSchema = z.strictObject({
  email: emailSchema,
  displayName: displayNameSchema,
  photoURL: photoUrl,
  department: textSchema({ required: true, max: 100 }),
  roll: z
    .union([z.string(), z.number()], notText)
    .transform(numericText)
    .pipe(textSchema({ required: true, max: 40 })),
  university: textSchema({ required: true, max: 200 }),
  complete: z.unknown().optional(),
});

/** The profile of a person who keeps their uploaded photo. */
export const profileKeepingPhotoSchema = profileSchema.omit({ photoURL: true });

/** A person's university, and the department if they name one. */
export const ownUniversitySchema = z.strictObject({
  university: profileSchema.shape.university,
  department: textSchema({ required: false, max: 100 }),
});

/** The person whom an admin promotes, demotes, suspends or reinstates. */
export const personEmailSchema = z.strictObject({ email: emailSchema });

/** Ratings from 1 to 5 in steps of 0.5, stored as text (spec §9). */
export const ratings = ["1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5"] as const;

/** A rating in any spelling: "4", 4 and "4.0" are the same. */
export const ratingSchema = z
  .union([z.string(), z.number()], { error: ({ input }) => (input === undefined ? "required" : "rating") })
  .transform((value, context) => {
    const text = numericText(value).replace(/\.0$/, "");
    const rating = ratings.find((candidate) => candidate === text);
    if (rating) return rating;
    return refuse(context, text === "" ? "required" : "rating");
  })
  .meta({ enum: ratings });

/**
 * `name` and `email` are read-only in the form (spec §5). We take them from the session and ignore them here.
 */
export const reviewSchema = z.strictObject({
  name: z.unknown().optional(),
  email: z.unknown().optional(),
  comment: textSchema({ required: true, max: 2_000, lines: true }),
  rating: ratingSchema,
});

/** The reason for a cancellation; empty if there is none. */
export const reasonSchema = textSchema({ required: false, max: 500 });

/** The version of an item that a person saw. The person's decision is valid only for this version. */
export const versionSchema = z
  .union([z.string(), z.number()], { error: "whole:1" })
  .meta({ pattern: "^[1-9]\\d{0,8}$", examples: [1] })
  .transform((value, context) => {
    const text = numericText(value);
    if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
    return refuse(context, "whole:1");
  });

export const statusSchema = z
  .strictObject({
    status: z
      .string({ error: ({ input }) => (input === undefined ? "required" : "status") })
      .transform((value, context) => {
        const status = parseStatus(value);
        if (status) return status;
        return refuse(context, value.trim() === "" ? "required" : "status");
      })
      .meta({ enum: ["Pending", "Approved", "Cancelled"] }),
    reason: reasonSchema.optional(),
    /** Whether the contributor may fix a Cancelled item and send it again. */
    returned: z.boolean({ error: "invalid" }).optional(),
    version: versionSchema.optional(),
  })
  .superRefine(({ status, reason, returned }, context) => {
    if (!returned) return;
    if (status !== "Cancelled") context.addIssue({ code: "custom", path: ["returned"], message: "invalid" });
    else if (!reason) context.addIssue({ code: "custom", path: ["reason"], message: "required" });
  });

/** A logged-in sender: the name that items show as `userName`, and the account's email. */
interface Sender {
  displayName: string;
  email: string;
}

/**
 * The contact form (spec §5); `mess` is also required. `email` becomes the reply address.
 * @param sender a logged-in sender can enter their username instead of an address
 */
export const contactSchema = (sender: Sender | undefined) =>
  z.strictObject({
    name: textSchema({ required: true, max: 100 }),
    email: textSchema({ required: true, max: 254 }).transform((text, context) => {
      const isOwnName = sender?.displayName.toLowerCase() === text.toLowerCase();
      const address = isOwnName ? sender?.email : parseEmail(text);
      if (address) return address;
      return refuse(context, `replyAddress:${sender?.displayName ?? ""}`);
    }),
    sub: textSchema({ required: true, max: 200 }),
    mess: textSchema({ required: true, max: 5_000, lines: true }),
  });

/** The email is required (spec §5). */
export const newsletterSchema = z.strictObject({ email: emailSchema });

export type Profile = z.infer<typeof profileSchema>;
