import { photoAddress } from "../../../shared/files/files.ts";
import type { Role } from "../../../shared/people/policy.ts";
import type { UserTable } from "../../platform/index.ts";

/** A person with their role, which depends on their areas. */
export interface Account extends Omit<UserTable, "role"> {
  role: Role;
}

/**
 * A person's data as the API shows it to that person and to admins (spec §3, user profile). A missing text is
 * "".
 */
export interface Person {
  _id: string;
  displayName: string;
  email: string;
  photoURL: string;
  department: string;
  roll: string;
  university: string;
  complete: boolean;
  role: Role;
}

/** @param origin of the site, for the address of an uploaded photo */
export function presentPerson(user: Account, origin: string): Person {
  const { id, displayName, email, department, roll, university, complete, role } = user;
  return {
    _id: id,
    displayName,
    email,
    photoURL: photoAddress(origin, user) ?? "",
    department: department ?? "",
    roll: roll ?? "",
    university: university ?? "",
    complete: complete === 1,
    role,
  };
}
