import { photoAddress } from "../../../shared/files.ts";
import type { UserTable } from "../../platform/index.ts";

/**
 * A person's record as the person and admins get it (spec §3, user profile). A text that the person has not given is
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
  role: string;
}

/** @param origin of the site, where photos that were uploaded lie */
export function presentPerson(user: UserTable, origin: string): Person {
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
