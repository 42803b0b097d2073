import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines, openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createKnownUniversities } from "./university-names.repo.ts";

const BUET = "Bangladesh University of Engineering and Technology";
const RENAMED = "Bangladesh University of Engineering";

describe.each(engines)("the known universities on %s", (engine) => {
  let archive: TestArchive;
  let admin: User;
  beforeEach(async () => {
    archive = await openTestArchive(engine);
    admin = (await archive.signUp("Admin", "admin")).actor;
  });
  afterEach(() => archive.close());

  /** An admin renames a university, which keeps its old name among the others. */
  async function rename(): Promise<void> {
    const { universities } = archive.services;
    const { id, banglaName, updatedAt } =
      (await universities.list(admin)).find(({ name }) => name === BUET) ?? {};
    await universities.save(admin, { id, name: RENAMED, banglaName, otherNames: "BUET", updatedAt });
  }

  test("the known universities are the same list until an admin changes a university", async () => {
    const known = createKnownUniversities(archive.db);
    const first = await known();
    expect(await known()).toBe(first);
    await rename();
    const second = await known();
    expect(second.map(({ name }) => name)).toContain(RENAMED);
    expect(second.map(({ name }) => name)).not.toContain(BUET);
    const { universities } = archive.services;
    await universities.add(admin, { name: "Newest University", banglaName: "", otherNames: "" });
    expect((await known()).map(({ name }) => name)).toContain("Newest University");
    const merged = (await universities.list(admin)).find(({ name }) => name === "Newest University");
    await universities.merge(admin, { id: merged?.id, into: RENAMED });
    const third = await known();
    expect(third.map(({ name }) => name)).not.toContain("Newest University");
    expect(third.find(({ name }) => name === RENAMED)?.otherNames).toContain("Newest University");
  });

  test("give remembered papers the new name of a university", async () => {
    const sha256 = "0".repeat(64);
    const { write } = archive.db;
    await write
      .insertInto("paper")
      .values({ sha256, pages: 1, hash: null, print: null, seq: null, pageWords: "", createdAt: 1 })
      .execute();
    await write
      .insertInto("pageText")
      .values({
        sha256,
        page: 1,
        source: "embedded",
        text: "BUET\nCSE 2103",
        confidence: 100,
        lineBoxes: null,
      })
      .execute();
    const university = async () => {
      const found = await archive.services.recognition.proposals([{ sha256, firstPage: 1 }]);
      return [...found.values()].map(({ facts }) => facts.university?.value);
    };
    expect(await university()).toEqual([BUET]);
    await rename();
    expect(await university()).toEqual([RENAMED]);
  });
});
