import type { Area } from "../../../src/shared/moderating/areas.ts";
import type { User } from "../../../src/shared/people/policy.ts";
import { type TestArchive, TEST_PASSWORD, VISIT } from "../platform/archive.ts";

/**
 * Makes `name@example.edu` a moderator of these areas and logs in.
 * @param areas normal forms; an area with two empty texts is the whole archive
 * @returns the actor, and the `cookie` header of their requests
 */
export async function signUpModerator(
  archive: TestArchive,
  name: string,
  areas: Area[],
): Promise<{ actor: User; cookie: string }> {
  const { actor } = await archive.signUp(name);
  const rows = areas.map((area) => ({
    userId: actor.id,
    ...area,
    department: area.departmentKey,
    createdAt: 1,
  }));
  await archive.db.write.insertInto("moderatorArea").values(rows).execute();
  const { accounts } = archive.services;
  const { setCookies } = await accounts.signIn({ email: actor.email, password: TEST_PASSWORD }, VISIT);
  const cookie = setCookies.map((line) => line.split(";")[0]).join("; ");
  return { actor: (await accounts.actor(new Headers({ cookie }))) as User, cookie };
}
