import { z } from "zod";

/** A variable that counts as missing if it is empty. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema);
