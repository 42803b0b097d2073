import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createResourcesRepo } from "../../src/server/library/items/resources.repo.ts";
import { insertItem, insertPerson } from "../support/archive/factories.ts";
import { bothEngines, TEST_PASSWORD } from "../support/platform/archive.ts";
import type { Answer } from "../support/api/site.ts";
import { openWorld, type World } from "../support/api/world.ts";

const WAYS = 20;

describe.each(bothEngines)("simultaneous requests on %s", (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.archive.close());

  const atOnce = (work: () => Promise<Answer>): Promise<Answer[]> =>
    Promise.all(Array.from({ length: WAYS }, work));
  const modified = (answers: Answer[]) => answers.reduce((sum, { body }) => sum + body.modifiedCount, 0);

  test("exactly one of many sign-ups with the same email creates the account", async () => {
    const account = { name: "Rahim", email: "race@example.edu", password: TEST_PASSWORD };
    const answers = await atOnce(() => world.visitor.post("/api/auth/sign-up/email", account));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(WAYS - 1);
    for (const { status, body } of refused)
      expect([status, Object.keys(body.error.fields)]).toEqual([400, ["email"]]);
    expect(
      (await world.visitor.post("/api/auth/sign-in/email", { email: account.email, password: TEST_PASSWORD }))
        .status,
    ).toBe(200);
  });

  test("exactly one of many identical status updates changes the item", async () => {
    const id = await insertItem(world.archive, "book", { status: "Pending" });
    expect(
      modified(await atOnce(() => world.admin.put(`/api/BookStatusUpdate/${id}`, { status: "Approved" }))),
    ).toBe(1);
  });

  test("exactly one of many identical grants changes the role", async () => {
    const email = await insertPerson(world.archive);
    expect(modified(await atOnce(() => world.admin.put("/api/users/admin", { email })))).toBe(1);
  });

  test("an item that is hidden while a list is read is not on the list", async () => {
    const { db } = world.archive;
    const [shown, hidden] = [
      await insertItem(world.archive, "note"),
      await insertItem(world.archive, "note"),
    ];
    let reads = 0;
    const hideAfterFirst: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        reads += 1;
        if (reads === 1)
          expect(
            modified([await world.admin.put(`/api/notesStatusUpdate/${hidden}`, { status: "Cancelled" })]),
          ).toBe(1);
        return result;
      },
    };
    const repo = createResourcesRepo({ ...db, read: db.read.withPlugin(hideAfterFirst) });
    const rows = await repo.list({ kind: "note" }, undefined, { size: 10, offset: 0 });
    expect(rows.map(({ id }) => id)).toEqual([shown]);
    expect(reads).toBe(2);
  });

  test("one admin remains if all admins lose the role at the same time", async () => {
    const { accounts, people } = world.archive.services;
    const admins = await accounts.listAdmins();
    expect(admins.length).toBeGreaterThan(1);
    const outcomes = await Promise.allSettled(
      admins.map(({ email }) => people.setRoleAsOperator(email, "student")),
    );
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(await accounts.listAdmins()).toHaveLength(1);
  });

  test("the server logged no errors", () => expect(world.site.faults).toEqual([]));
});
