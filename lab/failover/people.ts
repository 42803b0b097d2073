import { createAccountsRepo } from "../../src/server/people/accounts/accounts.repo.ts";
import { newUser } from "../../src/server/people/accounts/new-user.ts";
import { hashPassword } from "../../src/server/people/auth/password.ts";
import { randomKey } from "../../src/server/platform/ids.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";
import { logIn } from "../../tests/support/process/essential-calls.ts";

const PASSWORD = "correct horse battery";
/** How many people log in at once. */
const TOGETHER = 4;

export interface Cookies {
  admin: string;
  students: string[];
}

/** Creates students and an admin, and logs them in. */
export async function signInPeople(db: Database, entry: string, students: number): Promise<Cookies> {
  const accounts = createAccountsRepo(db);
  const hash = await hashPassword(PASSWORD);
  const emails = Array.from({ length: students + 1 }, () => `${randomKey()}@example.edu`);
  for (const email of emails)
    await accounts.insert(newUser({ email, displayName: "Student" }, Date.now(), true), hash);
  const [admin = ""] = emails;
  await db.write.updateTable("users").set({ role: "admin" }).where("email", "=", admin).execute();
  const cookies: string[] = [];
  for (let from = 0; from < emails.length; from += TOGETHER) {
    const some = emails.slice(from, from + TOGETHER);
    cookies.push(...(await Promise.all(some.map((email) => logIn(entry, { email, password: PASSWORD })))));
  }
  const [first = "", ...others] = cookies;
  return { admin: first, students: others };
}
