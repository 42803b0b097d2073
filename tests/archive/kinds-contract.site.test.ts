import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { facetNames } from "../../src/shared/facets/facets.ts";
import { type Kind, kinds } from "../../src/shared/kinds/index.ts";
import { insertItem, payloadOf } from "../support/archive/factories.ts";
import { engines } from "../support/platform/archive.ts";
import { openWorld, type World } from "../support/api/world.ts";

describe.each(engines)("the registry of kinds on %s", (engine) => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(engine);
  });
  afterAll(() => world.archive.close());

  test("each facet is a column of the resource table", async () => {
    const { db } = world.archive;
    await insertItem(world.archive, "question");
    const { rows } = await sql<Record<string, unknown>>`select * from resource limit 1`.execute(db.read);
    const columns = Object.keys(rows[0] ?? {});
    expect(columns).toEqual(expect.arrayContaining(facetNames));
    for (const kind of kinds) {
      for (const field of Object.values(kind.fields))
        if (field.column) expect(columns).toContain(field.column);
    }
  });

  /** The ids that a reader gets from a list call, which returns an array or an object with an array. */
  async function idsAt(reader: World["visitor"], path: string): Promise<string[]> {
    const { status, body } = await reader.get(path);
    expect(status).toBe(200);
    const items = (Array.isArray(body) ? body : Object.values(body).find(Array.isArray)) as { _id: string }[];
    return items.map((item) => item._id);
  }

  /** The paths of every list that shows an item of this kind. */
  function listsOf(kind: Kind, parentId: string): string[] {
    return kind.parent
      ? [`/api/${kind.calls.children}/${parentId}`]
      : kind.calls.lists.map((path) => `/api/${path}`);
  }

  test.each(kinds.map((kind) => [kind.name, kind] as const))(
    "only permitted people create, list and moderate an item of kind %s",
    async (_name, kind) => {
      const { archive, visitor, student, other, admin } = world;
      const parentId = kind.parent ? await insertItem(archive, kind.parent.kind) : "";
      const body = payloadOf(kind, kind.parent ? { [kind.parent.idField]: parentId } : {});

      expect((await visitor.post(`/api/${kind.calls.create}`, body)).status).toBe(401);
      const created = await student.post(`/api/${kind.calls.create}`, body);
      expect(created.status, created.text).toBe(201);
      const id = created.body.insertedId as string;
      const first = kind.moderation === "after" ? "Approved" : "Pending";

      for (const path of kind.calls.mine) {
        expect(await idsAt(student, `/api/${path}/${student.email}`)).toEqual([id]);
        expect(await idsAt(admin, `/api/${path}/${student.email}`)).toEqual([id]);
        expect((await other.get(`/api/${path}/${student.email}`)).body).toEqual([]);
      }

      async function expectStatus(status: "Pending" | "Approved" | "Cancelled") {
        const open = status === "Approved";
        for (const path of listsOf(kind, parentId)) {
          for (const reader of [visitor, student, other])
            expect((await idsAt(reader, path)).includes(id), path).toBe(open);
          expect(await idsAt(admin, path)).toContain(id);
        }
        const one = `/api/${kind.calls.one}/${id}`;
        for (const reader of [visitor, other]) expect((await reader.get(one)).status).toBe(open ? 200 : 404);
        for (const reader of [student, admin])
          expect((await reader.get(one)).body).toMatchObject({ _id: id, status });
      }
      await expectStatus(first);

      const path = `/api/${kind.calls.setStatus[0]}/${id}`;
      for (const [reader, status] of [
        [visitor, 401],
        [student, 403],
        [other, 403],
      ] as const) {
        expect((await reader.put(path, { status: "Approved" })).status).toBe(status);
      }
      await expectStatus(first);
      for (const status of [
        "Cancelled",
        "Approved",
        "Pending",
        "Approved",
        "Cancelled",
        "Pending",
      ] as const) {
        const answer = await admin.put(path, { status });
        expect(answer.body).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 1 });
        await expectStatus(status);
      }
      expect((await admin.put(path, { status: "pending" })).body).toMatchObject({
        matchedCount: 1,
        modifiedCount: 0,
      });

      for (const twin of kinds.filter((candidate) => candidate !== kind)) {
        expect(
          (await admin.get(`/api/${twin.calls.one}/${id}`)).status,
          `${twin.name} is not ${kind.name}`,
        ).toBe(404);
        expect(
          (await admin.put(`/api/${twin.calls.setStatus[0]}/${id}`, { status: "Approved" })).status,
        ).toBe(404);
      }
      await expectStatus("Pending");
    },
  );

  test("the server logged no errors", () => expect(world.site.faults).toEqual([]));
});
