import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertItem, type ItemOptions } from "../../../../tests/support/archive/factories.ts";
import { signUpModerator } from "../../../../tests/support/people/moderators.ts";
import {
  engines,
  openTestArchive,
  type TestArchive,
  VISIT,
} from "../../../../tests/support/platform/archive.ts";
import { watchPlans } from "../../../../tests/support/platform/plans.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import { createOverviewRepo } from "./overview.repo.ts";
import { authorize } from "../../../shared/people/authorize.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { itemFields } from "../../library/items/resource-row.ts";
import { createResourcesRepo } from "../../library/items/resources.repo.ts";

const BUET = "Bangladesh University of Engineering and Technology";
const DHAKA = "University of Dhaka";
const NONE = undefined as unknown as string;

/** The places of the questions below. Each place has a question of each status. */
const places = {
  buetCse: { university: BUET, department: "CSE" },
  buetEee: { university: BUET, department: "ece" },
  dhakaCse: { university: DHAKA, department: "CSE" },
  dhakaLaw: { university: DHAKA, department: "Law" },
  noUniversity: { university: NONE, department: "CSE" },
};
type Place = keyof typeof places;

describe.each(engines)("the areas of moderators on %s", (engine) => {
  let archive: TestArchive;
  let owner: User;
  let admin: User;
  let buet: User;
  let law: User;
  let everything: User;
  const items = {} as Record<Place, Record<"Pending" | "Approved" | "Cancelled", string>>;

  beforeAll(async () => {
    archive = await openTestArchive(engine);
    owner = (await archive.signUp("Owner")).actor;
    admin = (await archive.signUp("Admin", "admin")).actor;
    const key = BUET.toLowerCase();
    buet = (await signUpModerator(archive, "Buet", [{ universityKey: key, departmentKey: "" }])).actor;
    law = (
      await signUpModerator(archive, "Law", [
        { universityKey: DHAKA.toLowerCase(), departmentKey: "law" },
        { universityKey: "", departmentKey: "ece" },
      ])
    ).actor;
    everything = (await signUpModerator(archive, "Every", [{ universityKey: "", departmentKey: "" }])).actor;
    for (const [place, fields] of Object.entries(places)) {
      const of = (status: ItemOptions["status"] & string) => question(fields, status);
      items[place as Place] = {
        Pending: await of("Pending"),
        Approved: await of("Approved"),
        Cancelled: await of("Cancelled"),
      };
    }
  });
  afterAll(() => archive.close());

  const question = (fields: Record<string, string>, status: ItemOptions["status"] & string) =>
    insertItem(archive, "question", { uploader: owner, status, fields: { year: "2020", ...fields } });
  const resources = () => archive.services.resources;
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: { code: string }) => error.code,
    );
  const opens = async (actor: Actor, status: "Pending" | "Cancelled" = "Pending") => {
    const seen: Place[] = [];
    for (const place of Object.keys(places) as Place[])
      if ((await refusal(resources().get(actor, "question", items[place][status]))) === "done")
        seen.push(place);
    return seen;
  };

  test("a moderator opens the hidden items of each of their areas, and no others", async () => {
    expect(await opens(buet)).toEqual(["buetCse", "buetEee"]);
    expect(await opens(law)).toEqual(["buetEee", "dhakaLaw"]);
    expect(await opens(law, "Cancelled")).toEqual(["buetEee", "dhakaLaw"]);
    expect(await opens(everything)).toEqual(Object.keys(places));
    expect(await opens(admin)).toEqual(Object.keys(places));
    expect(await opens({ ...buet, mustEnrol: true })).toEqual([]);
    expect(await opens({ ...buet, role: "student" })).toEqual([]);
  });

  test.each(["buet", "law", "everything", "admin", "owner"] as const)(
    "%s gets the same items in lists, counts, facets and searches as one by one",
    async (who) => {
      const actor = { buet, law, everything, admin, owner }[who];
      const student = who === "owner";
      const hidden = student ? [] : await opens(actor);
      const idsOf = (statuses: ("Pending" | "Approved" | "Cancelled")[]) =>
        (Object.keys(places) as Place[])
          .flatMap((place) =>
            statuses
              .filter((status) => status === "Approved" || hidden.includes(place))
              .map((status) => items[place][status]),
          )
          .toSorted();
      for (const statuses of [["Pending"], ["Approved"], ["Pending", "Approved", "Cancelled"]] as const) {
        const filter = statuses.length === 1 ? { status: statuses[0] } : {};
        const expected = idsOf([...statuses]);
        for (const narrower of [{}, { year: "2020" }, { department: ["CSE", "ece", "Law"] }]) {
          const query = { ...filter, ...narrower, size: 100 };
          const { rows, count, facets } = await resources().browse(actor, "question", query);
          expect(rows.map(({ id }) => id).toSorted()).toEqual(expected);
          expect(count).toBe(expected.length);
          const years = (facets.year ?? []).reduce((sum, one) => sum + one.count, 0);
          expect(years).toBe(expected.length);
          const departments = (facets.department ?? []).reduce((sum, one) => sum + one.count, 0);
          expect(departments).toBe(expected.length);
        }
        const found = await archive.services.search.find(actor, {
          text: "2020",
          kind: "question",
          size: 50,
          ...filter,
        });
        expect(found.rows.map(({ id }) => id).toSorted()).toEqual(expected);
      }
    },
  );

  test("the queue and the counts of a moderator have only the work of their areas", async () => {
    const { overview, changes } = archive.services;
    const changed = items.buetCse.Approved;
    await resources().edit(
      owner,
      changed,
      { ...(await fieldsOf(changed)), subject: "Another" },
      VISIT.client,
    );
    const queued = async (actor: User) => (await overview.queue(actor)).rows.map(({ id }) => id);
    expect(await queued(buet)).toEqual([items.buetCse.Pending, items.buetEee.Pending, changed]);
    expect(await queued(law)).toEqual([items.buetEee.Pending, items.dhakaLaw.Pending]);
    expect(await overview.awaiting(buet)).toMatchObject({ pending: 2, changes: 1 });
    expect(await overview.awaiting(law)).toMatchObject({ pending: 2, changes: 0 });
    expect((await overview.statistics(law)).totals).toEqual({ Pending: 2, Approved: 2, Cancelled: 2 });
    expect(await refusal(changes.find(law, changed))).toBe("not_found");
    expect((await changes.find(buet, changed)).change).toBeDefined();
  });

  test("an answer follows the area of its question", async () => {
    const answer = await insertItem(archive, "answer", {
      uploader: owner,
      status: "Cancelled",
      parentId: items.dhakaLaw.Approved,
    });
    expect((await resources().get(law, "answer", answer)).areaDepartment).toBe("law");
    expect(await refusal(resources().get(buet, "answer", answer))).toBe("not_found");
    const restore = (actor: User) => resources().setStatus(actor, "answer", answer, { status: "Approved" });
    expect(await refusal(restore(buet))).toBe("not_found");
    expect(await restore(law)).toEqual({ modified: true });
  });

  test("a moderator decides on the items of their areas only", async () => {
    const { removal } = archive.services;
    const id = await question(places.buetCse, "Pending");
    const set = (actor: User, status: string) => resources().setStatus(actor, "question", id, { status });
    expect(await refusal(set(law, "Approved"))).toBe("not_found");
    expect(await set(buet, "Approved")).toEqual({ modified: true });
    expect(await refusal(set(law, "Cancelled"))).toBe("forbidden");
    expect(await refusal(removal.remove(law, { id }))).toBe("forbidden");
    await removal.request(owner, id);
    expect((await removal.listRequests(law)).map((row) => row.id)).toEqual([]);
    expect((await removal.listRequests(buet)).map((row) => row.id)).toEqual([id]);
    expect(await refusal(removal.decide(law, { id, outcome: "granted" }))).toBe("forbidden");
    expect((await removal.decide(buet, { id, outcome: "granted" })).decided).toBe(true);
    expect(await refusal(removal.restore(law, { id }))).toBe("not_found");
    expect((await removal.restore(buet, { id })).modified).toBe(true);
  });

  test("an edit or a change can't move an item out of the moderator's areas", async () => {
    const id = await question(places.buetCse, "Approved");
    const fields = await fieldsOf(id);
    const edit = (actor: User, changes: object) =>
      resources().edit(actor, id, { ...fields, ...changes }, VISIT.client);
    await expect(edit(buet, { university: "DU" })).rejects.toMatchObject({
      fields: { university: { code: "outsideArea" } },
    });
    await edit(buet, { university: "buet", subject: "Better" });
    expect(await resources().get(buet, "question", id)).toMatchObject({ university: BUET });
    const eee = await question(places.buetEee, "Approved");
    await expect(
      resources().edit(law, eee, { ...fields, department: "CSE" }, VISIT.client),
    ).rejects.toMatchObject({ fields: { department: { code: "outsideArea" } } });
    await edit(owner, { university: "DU", subject: "Moved" });
    const { change } = await archive.services.changes.find(owner, id);
    const input = { id, change: change?.id, outcome: "approved", version: 2 };
    await expect(archive.services.changes.decide(buet, input)).rejects.toMatchObject({
      fields: { change: { code: "changeOutsideArea" } },
    });
    expect((await archive.services.changes.decide(admin, input)).university).toBe(DHAKA);
  });

  test("possible duplicates of other areas are neither counted nor shown", async () => {
    const driveLink = "https://drive.google.com/file/d/1SharedShared0123456789012345678901/view";
    const own = await question({ ...places.buetCse, driveLink }, "Pending");
    await question({ ...places.dhakaLaw, driveLink }, "Pending");
    const { duplicates } = archive.services;
    expect(await duplicates.counts(admin, [own])).toEqual({ [own]: 1 });
    expect(await duplicates.counts(buet, [own])).toEqual({ [own]: 0 });
    expect(await duplicates.counts(law, [own])).toEqual({});
    expect((await duplicates.compare(buet, own)).similar).toEqual([]);
  });

  const fieldsOf = async (id: string): Promise<Record<string, string>> =>
    itemFields(kindNamed("question"), await resources().get(admin, "question", id));
});

test("a moderator's lists and counts read indexes, and never all items", async () => {
  const archive = await openTestArchive("sqlite");
  const area = { universityKey: BUET.toLowerCase(), departmentKey: "" };
  const { actor } = await signUpModerator(archive, "Buet", [
    area,
    { universityKey: "", departmentKey: "law" },
  ]);
  const plans = watchPlans(archive.db);
  const repo = createResourcesRepo(plans.db);
  const overview = createOverviewRepo(plans.db);
  const by = authorize(actor, "setStatus");
  const filters = [{}, { status: "Pending" as const }, { year: "2020" }, { department: ["CSE", "Law"] }];
  const ways = await plans.waysOf(async () => {
    for (const narrower of filters) {
      await repo.list({ kind: "question", ...narrower }, actor, { size: 10, offset: 0 });
      await repo.count({ kind: "question", ...narrower }, actor);
      await repo.facets(["year", "department"], { kind: "question", ...narrower }, actor);
    }
    await overview.awaiting(by);
    await overview.queue(by, 0, 20);
  });
  expect([...ways].filter((way) => !way.includes("=?"))).toEqual([]);
  expect([...ways]).toContain("resource_undecided (status=?)");
  await archive.close();
});
