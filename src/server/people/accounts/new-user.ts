import { newId, type UserTable } from "../../platform/index.ts";

/**
 * A new student.
 * @param now epoch milliseconds
 * @param verified whether the person has confirmed the email
 */
export function newUser(
  { email, displayName }: Pick<UserTable, "email" | "displayName">,
  now: number,
  verified: boolean,
): UserTable {
  return {
    id: newId(now),
    email,
    emailVerifiedAt: verified ? now : null,
    displayName,
    photoURL: null,
    photoKey: null,
    department: null,
    roll: null,
    university: null,
    complete: 0,
    role: "student",
    suspendedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
