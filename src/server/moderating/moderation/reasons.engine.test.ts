import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { insertItem } from "../../../../tests/support/archive/factories.ts";
import { signUpModerator } from "../../../../tests/support/people/moderators.ts";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";

const LAW = [{ universityKey: "", departmentKey: "law" }];

describe.each(engines)("the reasons for returning items on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  let moderator: User;

  beforeEach(async () => {
    archive = await openTestArchive(engine);
    admin = (await archive.signUp("Admin", "admin")).actor;
    moderator = (await signUpModerator(archive, "Law", LAW)).actor;
    await archive.db.write.deleteFrom("reason").execute();
  });
  afterEach(() => archive.close());

  const reasons = () => archive.services.reasons;
  const texts = () => reasons().texts(moderator);
  const idOf = async (text: string) =>
    (await reasons().list(admin)).find((reason) => reason.text === text)?.id ?? "";
  const addAll = async (...added: string[]) => {
    for (const text of added) await reasons().add(admin, { text });
  };
  const places = async () => {
    const rows = await archive.db.read.selectFrom("reason").select("position").execute();
    return rows.map(({ position }) => position);
  };
  const trail = async () => {
    const rows = archive.db.read.selectFrom("audit").select(["action", "details"]).where("targetId", "=", "");
    return (await rows.orderBy("at").orderBy("id").execute()).map(
      ({ action, details }) => `${action} ${(JSON.parse(details ?? "{}") as { name?: string }).name}`,
    );
  };

  test("keep the order that admins choose", async () => {
    await addAll("Dark.", "Blurred.", "Cut.");
    expect(await texts()).toEqual(["Dark.", "Blurred.", "Cut."]);
    const cut = await idOf("Cut.");
    expect(await reasons().move(admin, "up", { id: cut })).toBe(true);
    expect(await reasons().move(admin, "up", { id: cut })).toBe(true);
    expect(await reasons().move(admin, "up", { id: cut })).toBe(false);
    expect(await texts()).toEqual(["Cut.", "Dark.", "Blurred."]);
    expect(await reasons().remove(admin, { id: await idOf("Dark.") })).toBe(true);
    expect(await reasons().move(admin, "down", { id: cut })).toBe(true);
    expect(await texts()).toEqual(["Blurred.", "Cut."]);
    expect(await reasons().restore(admin, { id: await idOf("Dark.") })).toBe(true);
    expect(await texts()).toEqual(["Blurred.", "Cut.", "Dark."]);
  });

  test("two simultaneous moves both count, and all places stay different", async () => {
    await addAll("One.", "Two.", "Three.", "Four.", "Five.");
    const id = await idOf("Five.");
    const moves = Array.from({ length: 3 }, () => reasons().move(admin, "up", { id }));
    expect(await Promise.all(moves)).toEqual([true, true, true]);
    expect(await texts()).toEqual(["One.", "Five.", "Two.", "Three.", "Four."]);
    const all = await places();
    expect(new Set(all).size).toBe(all.length);
  });

  test("one of ten simultaneous admins adds a text, and the others change nothing", async () => {
    const added = Array.from({ length: 10 }, () => reasons().add(admin, { text: "Dark." }));
    expect((await Promise.all(added)).filter(Boolean)).toHaveLength(1);
    expect(await texts()).toEqual(["Dark."]);
    expect(await trail()).toEqual(["addReason Dark."]);
  });

  test("simultaneous new reasons get different places", async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => reasons().add(admin, { text: `${index}.` })));
    const all = await places();
    expect(new Set(all).size).toBe(8);
  });

  test("a removed reason can't be changed or moved, and its text can be added again", async () => {
    await addAll("Dark.", "Cut.");
    const id = await idOf("Dark.");
    expect(await reasons().remove(admin, { id })).toBe(true);
    expect(await reasons().remove(admin, { id })).toBe(false);
    expect(await reasons().change(admin, { id, text: "Very dark." })).toBe(false);
    expect(await reasons().move(admin, "down", { id })).toBe(false);
    expect(await reasons().add(admin, { text: "Dark." })).toBe(true);
    expect(await reasons().restore(admin, { id })).toBe(false);
    expect(await texts()).toEqual(["Cut.", "Dark."]);
  });

  test("stop at 200 texts, removed ones included", async () => {
    const at = { createdAt: 1, updatedAt: 1 };
    const rows = Array.from({ length: 199 }, (_, index) => ({
      id: `full-${index}`,
      text: `${index}.`,
      position: index,
      removedAt: index === 0 ? 1 : null,
      ...at,
    }));
    await archive.db.write.insertInto("reason").values(rows).execute();
    expect(await reasons().add(admin, { text: "The last one." })).toBe(true);
    expect(await reasons().add(admin, { text: "One too many." })).toBe(false);
  });

  test("an item that was returned keeps the old text of a changed reason", async () => {
    await addAll("Dark.");
    const id = await insertItem(archive, "note", { status: "Pending" });
    const decision = { status: "Cancelled", reason: "Dark.", returned: true };
    await archive.services.resources.setStatus(admin, "note", id, decision);
    expect(await reasons().change(admin, { id: await idOf("Dark."), text: "Too dark." })).toBe(true);
    expect(await texts()).toEqual(["Too dark."]);
    expect((await archive.services.resources.get(admin, "note", id)).reason).toBe("Dark.");
  });

  test("a moderator chooses from the list, and can't see removed reasons or change it", async () => {
    await addAll("Dark.");
    expect(await texts()).toEqual(["Dark."]);
    await expect(reasons().list(moderator)).rejects.toMatchObject({ code: "forbidden" });
    // The permission is checked first, so these have no valid input.
    const changes = [
      reasons().add(moderator, undefined),
      reasons().change(moderator, undefined),
      reasons().move(moderator, "up", undefined),
      reasons().remove(moderator, undefined),
      reasons().restore(moderator, undefined),
    ];
    for (const change of changes) await expect(change).rejects.toMatchObject({ code: "forbidden" });
    await expect(reasons().texts(undefined)).rejects.toMatchObject({ code: "sign_in_required" });
    expect(await trail()).toEqual(["addReason Dark."]);
  });
});
