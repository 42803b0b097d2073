import { MAX_PILE_ROWS } from "../../../src/shared/files/pile-limits.ts";
import { PILE } from "../../../tests/support/api/sample-pile.ts";
import { payloadOf, unique } from "../../../tests/support/archive/factories.ts";
import type { MatrixWorld } from "../../../tests/support/api/authorization-world.ts";
import type { Principal } from "../../../tests/support/api/authorization-rows.ts";
import type { Schema } from "../../../src/server/platform/db/schema/schema.ts";
import { newId } from "../../../src/server/platform/ids.ts";
import { formRequest, jsonRequest, type Prepared } from "../at-once.ts";
import { badLines, longText, manyLinks, refusedContact } from "../../../tests/support/api/costly-bodies.ts";
import type { Line } from "./chosen-rows.ts";
import type { Attacker } from "./table-options.ts";
import { fillDesk } from "./table-world.ts";

/** How many rows the large pile has: as many as a pile can have. */
const ROWS = MAX_PILE_ROWS;
/** How many rows an INSERT has. */
const CHUNK = 80;
/** The most items that a decision without a job has. */
const INLINE = 50;

/** The same calls and actions with as much work as their limits allow. */
export function costlyLines(world: MatrixWorld): Line[] {
  const { archive, people, owner } = world;
  const cookieOf = (name: Principal) => people[name].headers.get("cookie") ?? "";
  const student = cookieOf("owner");
  const moderator = cookieOf("moderator");

  const line = (name: string, attacker: Attacker, prepare: () => Promise<Prepared> | Prepared): Line => ({
    name,
    attacker,
    prepare: async () => prepare(),
  });
  const ofPile = (name: string, request: () => Prepared, rows = ROWS): Line =>
    line(name, "student", async () => {
      await insertLargePile(world, owner.id, rows);
      return request();
    });
  const post = (path: string, body: unknown) => () =>
    jsonRequest("POST", `/api/piles/${PILE}/${path}`, student, body);
  const put = (path: string, body: unknown) => () =>
    jsonRequest("PUT", `/api/piles/${PILE}/${path}`, student, body);
  const atDesk = (name: string, prepare: () => Promise<Prepared> | Prepared): Line =>
    line(name, "moderator", async () => {
      await fillDesk(world);
      return prepare();
    });
  const desk = (path: string, body: object) => jsonRequest("POST", `/api/desk/${path}`, moderator, body);
  async function waiting(count: number) {
    const items = await archive.db.read
      .selectFrom("resource")
      .select("id")
      .where("status", "=", "Pending")
      .where("departmentKey", "=", "cse")
      .limit(count)
      .execute();
    return items.map(({ id }) => ({ id, version: 1 }));
  }
  const everyRow = Array.from({ length: ROWS }, (_, index) => rowId(index));

  return [
    ofPile("addPileLinks | 500 links", post("links", { links: manyLinks() }), 0),
    ofPile("addPileLinks | 500 bad lines of 2 kB", post("links", { links: badLines() }), 0),
    ofPile(`setPileRows | all of ${ROWS}`, put("rows", { rows: "all", values: { year: "2020" } })),
    ofPile(`setPileRows | ${ROWS} named rows`, put("rows", { rows: everyRow, leftOut: true })),
    ofPile(`answerPile | ${ROWS} rows`, put("answers", { values: { year: "2021", semester: "3" } })),
    ofPile(`groupPile | ${ROWS} rows`, post("group", {})),
    ofPile(`sendPile | ${ROWS} rows`, post("send", {})),
    ofPile(`removePileRows | ${ROWS} rows`, post("remove-rows", { rows: everyRow })),
    ofPile(`removePile | ${ROWS} rows`, post("remove", {})),
    ofPile(`pile | ${ROWS} rows`, () => ({
      method: "GET",
      path: `/api/piles/${PILE}?size=100`,
      headers: { cookie: student },
    })),
    ofPile(`GET /dashboard/contribute/:id | ${ROWS} rows`, () => ({
      method: "GET",
      path: `/dashboard/contribute/${PILE}`,
      headers: { cookie: student },
    })),
    line("postBlogs | 90 kB of markup", "student", () =>
      jsonRequest("POST", "/api/postBlogs", student, payloadOf("blog", { blog: longText() })),
    ),
    line("POST /dashboard/add-blogs | 90 kB of markup", "student", () =>
      formRequest("/dashboard/add-blogs", student, {
        ...(payloadOf("blog", { blog: longText() }) as Record<string, string>),
      }),
    ),
    line("POST /contact | refused", "visitor", () => formRequest("/contact", "", refusedContact)),
    line("POST /register | refused", "visitor", () =>
      formRequest("/register", "", { name: "", email: "no" }),
    ),
    line("POST /copyright | refused", "visitor", () =>
      formRequest("/copyright", "", { item: "no", name: "" }),
    ),
    atDesk("deskNext | 500 wait", () => desk("next", { filter: {} })),
    atDesk("previewDesk | 500 by a filter", () => desk("preview", { action: "approve", filter: {} })),
    atDesk("previewDesk | 500 by name", async () =>
      desk("preview", { action: "approve", items: await waiting(500) }),
    ),
    atDesk(`decideDesk | ${INLINE} by name`, async () =>
      desk("decisions", { ...named(), action: "return", reason: "Dark", items: await waiting(INLINE) }),
    ),
    atDesk("decideDesk | 500 by a filter, a job", () =>
      desk("decisions", { ...named(), action: "approve", filter: {} }),
    ),
  ];
}

const named = () => ({ requestId: `abuse${unique()}` });
const rowId = (index: number): string => `d${String(index).padStart(3, "0")}`.repeat(6);

/** Makes the sample pile again, with links as rows. */
async function insertLargePile({ archive }: MatrixWorld, ownerId: string, count: number): Promise<void> {
  const { db } = archive;
  await db.write.deleteFrom("job").where("lane", "=", "piles").execute();
  await db.write.deleteFrom("pile").where("ownerId", "=", ownerId).execute();
  const choices = { shared: "{}", sendRest: 0, restPlace: null } as const;
  const now = Date.now();
  const pile: Schema["pile"] = { id: PILE, ownerId, ...choices, createdAt: now, changedAt: now };
  await db.write.insertInto("pile").values(pile).execute();
  const mark = newId(now);
  const rows = Array.from({ length: count }, (_, index) => rowOf(index, mark));
  for (let at = 0; at < rows.length; at += CHUNK)
    await db.write
      .insertInto("pileRow")
      .values(rows.slice(at, at + CHUNK))
      .execute();
}

const rowOf = (index: number, mark: string): Schema["pileRow"] => ({
  id: rowId(index),
  pileId: PILE,
  position: index,
  kind: "question",
  label: `paper ${index}`,
  fields: JSON.stringify({
    department: "CSE",
    subject: `Structures ${index}`,
    code: `CSE ${1_000 + index}`,
    semester: "3",
    examType: "final",
    university: "University of the Matrix",
    year: "2019",
  }),
  link: `https://example.edu/${mark}/${index}.pdf`,
  state: "draft",
  problem: null,
  sendAnyway: 0,
  keepWhole: 0,
  duplicate: null,
  alike: null,
  betterCopyOf: null,
  failure: null,
  itemId: null,
  sendAt: null,
  version: 1,
});
