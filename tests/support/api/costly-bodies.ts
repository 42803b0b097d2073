import { MAX_PILE_LINKS } from "../../../src/shared/files/pile-limits.ts";

/** The size of a line that is no link, in bytes. */
const LINE = 2_000;

/** As many links as one call may add to a pile. @param mark makes them differ from other links */
export const manyLinks = (mark = "paper"): string =>
  Array.from({ length: MAX_PILE_LINKS }, (_, index) => `https://example.edu/${mark}/${index}.pdf`).join("\n");

/** Returns as many lines, which are long and are no links. */
export const badLines = (): string =>
  Array.from({ length: MAX_PILE_LINKS }, (_, index) => `${index} `.padEnd(LINE, "no link ")).join("\n");

/** A contact form without a valid email and without a message, which the site refuses. */
export const refusedContact = { name: "Somebody", email: "nobody", sub: "A subject", mess: "" };

/** A text of a blog that is long and has much markup. */
export const longText = (): string => "**a** [b](https://example.edu/c) `d` *e* > f\n\n".repeat(2_000);
