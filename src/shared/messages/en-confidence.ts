import type { Confidence } from "../items/confidence.ts";

/** How sure the server is of a detail that it read: the same words on the desk, in batches and in forms. */
export const enConfidence: Record<Confidence, string> = { sure: "Sure", likely: "Likely", guess: "A guess" };
