import { describe, expect, test } from "vitest";
import { engines, TEST_PASSWORD, VISIT } from "../support/platform/archive.ts";
import { openMailedArchive } from "../support/platform/mailed.ts";
import { tokenIn } from "../support/platform/smtp.ts";

const NEW_PASSWORD = "another horse battery";

/**
 * Accounts from a time without a mail server, when anyone could create an account with another person's
 * email.
 */
describe.each(engines)("a password reset by the owner of an email, on %s", (engine) => {
  test.each([
    { verified: false, left: 0 },
    { verified: true, left: 1 },
  ])("leaves $left providers connected if verified is $verified", async ({ verified, left }) => {
    const world = await openMailedArchive(engine);
    const { actor } = await world.archive.signUp("Victim");
    const { write, read } = world.archive.db;
    if (!verified) await write.updateTable("users").set({ emailVerifiedAt: null }).execute();
    const identity = { provider: "https://idp.example.edu", subject: "a stranger", createdAt: 1 };
    await write
      .insertInto("identity")
      .values({ ...identity, userId: actor.id })
      .execute();
    await world.services.credentials.requestReset({ email: actor.email }, VISIT.client);
    const token = tokenIn((await world.mails())[0]!, "/reset-password");
    const passwords = { password: NEW_PASSWORD, passwordAgain: NEW_PASSWORD };
    await world.services.credentials.resetPassword(token, passwords, VISIT.client);
    expect(await read.selectFrom("identity").selectAll().execute()).toHaveLength(left);
    const person = await read.selectFrom("users").selectAll().executeTakeFirstOrThrow();
    expect(person.emailVerifiedAt).not.toBeNull();
    await expect(
      world.services.accounts.signIn({ email: actor.email, password: TEST_PASSWORD }, VISIT),
    ).rejects.toMatchObject({ code: "wrong_credentials" });
    await world.close();
  });
});
