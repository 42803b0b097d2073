import { randomUUID } from "node:crypto";
import type { User } from "../../shared/people/policy.ts";

/**
 * A logged-in student without data of their own. The response cache makes pages for many students as this reader (decision
 * 077). No account has this id, and no item can contain it, because each process chooses another one.
 */
export const commonReader: User = {
  id: randomUUID(),
  email: "",
  displayName: "",
  role: "student",
  photoURL: null,
};
