import { afterAll, beforeAll, expect, test } from "vitest";
import { codeBlocks, copyProduct, type CopyServer } from "../support/process/product-copy.ts";

const copy = copyProduct();
let server: CopyServer;

/** Follows docs/adding-a-kind.md in a copy of the product, then builds and starts the copy. */
beforeAll(async () => {
  const [declaration = "", imported = "", registered = ""] = codeBlocks("docs/adding-a-kind.md");
  copy.write("src/shared/kinds/thesis.ts", declaration);
  const registry = "src/shared/kinds/index.ts";
  const kinds =
    "export const kinds: readonly Kind[] = [question, syllabus, blog, note, lab, book, answer];\n";
  copy.edit(registry, kinds, () => registered);
  copy.edit(registry, 'import { syllabus } from "./syllabus.ts";\n', (before) => before + imported);
  server = await copy.start();
});

afterAll(async () => {
  await server.stop();
  copy.remove();
});

test("an eighth kind needs two files, and gets a list, details, a form, calls, a table of own items and an admin table", async () => {
  const { page, post } = server;
  const admin = await server.signInAsAdmin();
  const fields = {
    thesisTitle: "Bangla speech on cheap phones",
    supervisor: "Sample Supervisor",
    department: "CSE",
    subject: "Speech",
    year: 2024,
    university: "Sample University",
    driveLink: "https://drive.google.com/file/d/1TESTabcdefghijklmnopqrstuvwxyz02/view",
  };
  const refused = await post("/api/postTheses", { ...fields, supervisor: " " }, admin);
  expect(await refused.json()).toMatchObject({ error: { fields: { supervisor: "Supervisor is required" } } });
  const created = await post("/api/postTheses", fields, admin);
  expect(created.status).toBe(201);
  const { insertedId } = (await created.json()) as { insertedId: string };

  expect(await page("/allTheses")).toContain("No theses here yet.");
  const table = await page("/admin-dashboard/admin-theses", admin);
  expect(table).toContain("Total Theses");
  expect(table).toContain("Bangla speech on cheap phones");
  expect(await page("/dashboard/my-theses", admin)).toContain("Bangla speech on cheap phones");
  expect(await page("/dashboard/add-theses", admin)).toContain("Supervisor");

  const approved = await post(`/api/ThesisStatusUpdate/${insertedId}`, { status: "approved" }, admin, "PUT");
  expect(await approved.json()).toMatchObject({ modifiedCount: 1 });
  expect(await page("/allTheses?department=CSE&year=2024&search=speech")).toContain(
    "Bangla speech on cheap phones",
  );
  expect(await page(`/thesis-details/${insertedId}`)).toContain("Sample Supervisor");
  expect(await page("/")).toContain('href="/allTheses"');
  const listed = await server.json<object[]>("/api/allTheses");
  expect(listed).toMatchObject([
    { _id: insertedId, supervisor: "Sample Supervisor", year: "2024", status: "Approved" },
  ]);
  const { paths } = await server.json<{ paths: object }>("/api/openapi.json");
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(["/postTheses", "/allTheses", "/thesis/{id}", "/myTheses/{email}"]),
  );
});
