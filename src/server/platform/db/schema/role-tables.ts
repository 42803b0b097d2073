/** The roles in `users.role`. A student with areas is a moderator. */
export type StoredRole = "student" | "admin";

/** An area of a moderator. The texts are "" for every university or every department. */
export interface ModeratorAreaTable {
  userId: string;
  /** The id of a university. No foreign key, because a renamed university gets another id. */
  universityKey: string;
  departmentKey: string;
  /** The department as the admin wrote it. */
  department: string;
  /** The time of the grant, in epoch milliseconds. */
  createdAt: number;
}
