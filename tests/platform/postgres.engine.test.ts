import { Client } from "pg";
import { expect, inject, test } from "vitest";

test("a test run has a PostgreSQL server that sorts and counts text by code point in UTF-8", async () => {
  const client = new Client({ connectionString: inject("postgresUrl") });
  await client.connect();
  const { rows } = await client.query(
    "select datcollate, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()",
  );
  await client.end();
  expect(rows).toEqual([{ datcollate: "C.UTF-8", encoding: "UTF8" }]);
});
