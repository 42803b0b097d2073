import { newUser } from "../../src/server/people/accounts/new-user.ts";
import { createAccountsRepo } from "../../src/server/people/accounts/accounts.repo.ts";
import { hashPassword } from "../../src/server/people/auth/password.ts";
import type { Database } from "../../src/server/platform/db/schema/schema.ts";

const PASSWORD = "correct horse battery";

export interface BenchPeople {
  /** Logs in the n-th student again. */
  signIn(n: number): Promise<Response>;
  cookieOf(n: number): { cookie: string };
  adminCookie(): { cookie: string };
}

/**
 * Logs in students and an admin of the archive, and creates those that do not exist.
 * @param sessions how many of the students log in now
 */
export async function signInPeople(
  db: Database,
  origin: string,
  { students = 50, sessions = 10 } = {},
): Promise<BenchPeople> {
  const accounts = createAccountsRepo(db);
  const hash = await hashPassword(PASSWORD);
  const emails = Array.from({ length: students }, (_, n) => `bench${n}@example.edu`);
  const admin = "benchadmin@example.edu";
  for (const email of [...emails, admin]) {
    if (await accounts.findByEmail(email)) continue;
    const user = newUser({ email, displayName: "Sample Student" }, Date.now(), true);
    await accounts.insert(user, hash);
  }
  await db.write.updateTable("users").set({ role: "admin" }).where("email", "=", admin).execute();
  const signIn = (email: string) =>
    fetch(`${origin}/login`, {
      method: "POST",
      redirect: "manual",
      headers: { origin, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email, password: PASSWORD }),
    });
  const cookies: string[] = [];
  for (const email of [admin, ...emails.slice(0, sessions)]) cookies.push(cookieFrom(await signIn(email)));
  return {
    signIn: (n) => signIn(emails[n % emails.length] as string),
    cookieOf: (n) => ({ cookie: cookies[1 + (n % (cookies.length - 1))] as string }),
    adminCookie: () => ({ cookie: cookies[0] as string }),
  };
}

function cookieFrom(answer: Response): string {
  // A browser sends the toast of the login only once.
  const cookies = answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] as string)
    .filter((cookie) => !cookie.startsWith("toast="));
  if (answer.status >= 400 || cookies.length === 0) throw new Error(`No session: ${answer.status}`);
  return cookies.join("; ");
}
