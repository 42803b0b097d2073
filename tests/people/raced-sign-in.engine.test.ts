import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSessionsRepo } from "../../src/server/people/auth/sessions.repo.ts";
import { createSessions } from "../../src/server/people/auth/sessions.service.ts";
import {
  bothEngines,
  openTestArchive,
  TEST_ORIGIN,
  TEST_PASSWORD,
  type TestArchive,
  VISIT,
} from "../support/platform/archive.ts";

describe.each(bothEngines)("a login during a change of the password on %s", (engine) => {
  let archive: TestArchive;
  let now = Date.UTC(2026, 10, 21);
  const clock = () => now;
  beforeAll(async () => {
    archive = await openTestArchive(engine, { clock });
  });
  afterAll(() => archive.close());

  test("a password that was changed during its comparison starts no session", async () => {
    const { db, services } = archive;
    const sessions = createSessions({
      sessionsRepo: createSessionsRepo(db),
      origin: TEST_ORIGIN,
      adminsNeedSecondFactor: false,
      clock,
    });
    const { actor } = await archive.signUp("Rahim");
    /** Finishes a login that compared the password of `passwordSetAt`. */
    const finish = () => sessions.start(actor.id, VISIT, { passwordSetAt });
    const passwordSetAt = now;
    expect(await finish()).toMatchObject({ half: false });
    now += 1;
    const password = "another horse battery";
    await services.credentials.changePassword(
      actor,
      { passwordNow: TEST_PASSWORD, password, passwordAgain: password },
      VISIT.client,
    );
    expect(await finish()).toBeUndefined();
  });
});
