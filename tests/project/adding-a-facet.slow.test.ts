import { afterAll, beforeAll, expect, test } from "vitest";
import { codeBlocks, copyProduct, type CopyServer } from "../support/process/product-copy.ts";

const copy = copyProduct();
let server: CopyServer;

/** Follows docs/adding-a-facet.md in a copy of the product, then builds and starts the copy. */
beforeAll(async () => {
  const [entry = "", field = "", migration = "", imported = "", registered = ""] =
    codeBlocks("docs/adding-a-facet.md");
  copy.edit(
    "src/shared/facets/facets.ts",
    "} as const satisfies Record<string, FacetDeclaration>;",
    (end) => entry + end,
  );
  copy.edit("src/shared/kinds/question.ts", '    set: facet("set"),\n', (before) => before + field);
  copy.write("src/server/platform/db/migrations/202612010900-ink.ts", migration);
  const migrate = "src/server/platform/db/migrate.ts";
  copy.edit(migrate, "import type { Database, Schema }", (after) => imported + after);
  copy.edit(migrate, "};\n\n/**\n * Runs the missing migrations.", (after) => registered + after);
  server = await copy.start();
});

afterAll(async () => {
  await server.stop();
  copy.remove();
});

test("a new facet needs an entry, a field and a migration, and is stored, filtered, counted and shown", async () => {
  const { page, post } = server;
  const admin = await server.signInAsAdmin();
  const fields = {
    department: "CSE",
    subject: "Lenses of quartz",
    code: "PHY 4077",
    semester: "3",
    year: 2024,
    ink: "Blue",
    driveLink: "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz03/view",
  };
  const refused = await post("/api/postQuestion", { ...fields, ink: "red" }, admin);
  expect(await refused.json()).toMatchObject({
    error: { fields: { ink: "Ink must be one of black, blue" } },
  });
  const created = await post("/api/postQuestion", fields, admin);
  expect(created.status).toBe(201);
  const { insertedId } = (await created.json()) as { insertedId: string };
  await post(`/api/QuestionStatusUpdate/${insertedId}`, { status: "approved" }, admin, "PUT");

  const list = (query: string) =>
    server.json<{ count: number; allQuestions: object[] }>(`/api/allQuestions?page=0&${query}`);
  expect(await list("ink=BLUE")).toMatchObject({ count: 1, allQuestions: [{ ink: "blue" }] });
  expect((await list("ink=blue&department=CSE&year=2024&semester=3&search=")).count).toBe(1);
  expect((await list("ink=black")).count).toBe(0);
  const html = await page("/allQuestions");
  expect(html).toMatch(/<option value="blue">Blue \(1\)<\/option>/);
  expect(html).toContain("Any ink");
  expect(await page("/allQuestions?ink=blue")).toContain("Remove filter: Ink Blue");
  expect(await page(`/question-details/${insertedId}`)).toMatch(/<p class="details-line">[^<]*Blue/);
  expect(await page("/dashboard/add-question", admin)).toContain('name="ink"');
  const { paths } = await server.json<{
    paths: Record<string, { get?: { parameters: { name: string }[] } }>;
  }>("/api/openapi.json");
  expect(paths["/allQuestions"]?.get?.parameters.map(({ name }) => name)).toContain("ink");
});
