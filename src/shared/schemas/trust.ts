import { z } from "zod";
import { type TrustNumber, trustNumbers } from "../moderating/trust-settings.ts";
import { versionSchema } from "./people.ts";
import { refuse } from "./refuse.ts";
import { notText, numericText } from "./text.ts";

const number = (name: TrustNumber) =>
  z.string(notText).transform((value, context) => {
    const { min, max } = trustNumbers[name];
    const text = numericText(value);
    if (text === "") return refuse(context, "required");
    const found = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    return found >= min && found <= max ? found : refuse(context, `between:${min}-${max}`);
  });

/** The form of the settings of trusted contributors. `version` is the version that the form showed. */
export const trustSettingsSchema = z
  .strictObject({
    isOn: z.enum(["on", ""], { error: "choice" }).transform((value) => value === "on"),
    items: number("items"),
    exceptions: number("exceptions"),
    perDay: number("perDay"),
    version: versionSchema,
  })
  .refine(({ exceptions, items }) => exceptions < items, { path: ["exceptions"], error: "exceptions" });
