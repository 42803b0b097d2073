import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItem, payloadOf } from "../../../../tests/support/archive/factories.ts";
import {
  bothEngines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { authorize } from "../../../shared/people/authorize.ts";
import { mayBeSentAgain } from "../../../shared/items/status.ts";
import { policy, type User } from "../../../shared/people/policy.ts";
import { newId } from "../../platform/index.ts";
import { planNoCopy } from "./copy-plan.ts";
import { createStatusWriter, type StatusDecision } from "./set-status.repo.ts";

const DARK = "The photo is too dark to read. Please take it again.";

describe.each(bothEngines)("a returned item on %s", (engine) => {
  let archive: TestArchive;
  let owner: User;
  let other: User;
  let admin: User;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    owner = (await archive.signUp("Owner")).actor;
    other = (await archive.signUp("Other")).actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterAll(() => archive.close());

  const resources = () => archive.services.resources;
  const note = (status: "Pending" | "Approved" | "Cancelled" = "Pending") =>
    insertItem(archive, "note", { uploader: owner, status });
  const returned = async () => {
    const id = await note();
    await resources().setStatus(admin, "note", id, { status: "Cancelled", reason: DARK, returned: true });
    return id;
  };
  const row = (id: string) => resources().get(owner, "note", id);
  const send = (actor: User, id: string, version: number) =>
    resources().edit(actor, id, { ...payloadOf("note"), version: String(version) }, VISIT.client);
  const audit = (itemId: string) =>
    archive.db.read
      .selectFrom("audit")
      .selectAll()
      .where("targetId", "=", itemId)
      .orderBy("at")
      .orderBy("id")
      .execute();

  test("keeps its reason until its contributor sends it again, and keeps its history", async () => {
    const id = await returned();
    const before = await row(id);
    expect(before).toMatchObject({ status: "Cancelled", reason: DARK, returned: 1 });
    const sent = await send(owner, id, before.version);
    expect(sent.status).toBe("Pending");
    expect(await row(id)).toMatchObject({ status: "Pending", reason: null, returned: 0, version: 3 });
    const [entry, ...others] = await audit(id);
    expect(others).toEqual([]);
    expect(JSON.parse(entry?.details ?? "")).toMatchObject({ reason: DARK, returned: true });
  });

  test("is sent again once, if two tabs send it", async () => {
    const id = await returned();
    const { version } = await row(id);
    const results = await Promise.allSettled([send(owner, id, version), send(owner, id, version)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(results.find((one) => one.status === "rejected")).toMatchObject({
      reason: { code: "changed_since" },
    });
    expect((await row(id)).version).toBe(version + 1);
  });

  test("can't be sent again by another student", async () => {
    const id = await returned();
    await expect(send(other, id, 2)).rejects.toMatchObject({ code: "not_found" });
    expect((await row(id)).status).toBe("Cancelled");
  });

  test("can't be sent again after it was removed, and can after it was restored", async () => {
    const id = await returned();
    await archive.services.removal.remove(admin, { id, reason: "Spam" });
    const removed = await row(id);
    expect(mayBeSentAgain(removed)).toBe(false);
    await expect(send(owner, id, removed.version)).rejects.toMatchObject({ code: "forbidden" });
    await archive.services.removal.restore(admin, { id });
    const restored = await row(id);
    expect(policy.sendAgain(owner, restored)).toBe(true);
    expect((await send(owner, id, restored.version)).status).toBe("Pending");
  });

  test("needs a reason, but a Cancelled item needs none and can't be sent again", async () => {
    const id = await note();
    const set = (input: object) => resources().setStatus(admin, "note", id, input);
    await expect(set({ status: "Cancelled", returned: true })).rejects.toMatchObject({
      code: "invalid_input",
      fields: { reason: { code: "required" } },
    });
    await expect(set({ status: "Approved", returned: true, reason: DARK })).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await set({ status: "CANCELLED" })).toEqual({ modified: true });
    const { version } = await row(id);
    await expect(send(owner, id, version)).rejects.toMatchObject({ code: "forbidden" });
  });

  test("can be returned after it was Cancelled, but not after it was removed", async () => {
    const returnIt = (id: string) =>
      resources().setStatus(admin, "note", id, { status: "Cancelled", reason: DARK, returned: true });
    const cancelled = await note("Cancelled");
    expect(await returnIt(cancelled)).toEqual({ modified: true });
    expect(await returnIt(cancelled)).toEqual({ modified: false });
    const gone = await note();
    await archive.services.removal.remove(admin, { id: gone, reason: "Spam" });
    expect(await returnIt(gone)).toEqual({ modified: false });
    expect((await row(gone)).reason).toBe("Spam");
  });

  describe("in the transaction of another action", () => {
    const decide = (decision: Partial<StatusDecision> & { id: string }) =>
      archive.db.transaction(async (trx) =>
        createStatusWriter({ planCopy: planNoCopy })(
          trx,
          { by: authorize(admin, "decide", await row(decision.id)), at: Date.now() },
          { status: "Approved", reason: null, returned: false, decisionId: newId(Date.now()), ...decision },
        ),
      );

    test("writes nothing if the version is outdated", async () => {
      const id = await note();
      expect(await decide({ id, version: 7 })).toBeUndefined();
      expect((await row(id)).status).toBe("Pending");
      expect(await audit(id)).toEqual([]);
    });

    test("adds the entry of the audit trail under the id of the decision", async () => {
      const id = await note();
      const decisionId = newId(Date.now());
      expect(await decide({ id, version: 1, decisionId })).toEqual([]);
      expect(await audit(id)).toMatchObject([{ id: decisionId, action: "setStatus" }]);
    });
  });
});
