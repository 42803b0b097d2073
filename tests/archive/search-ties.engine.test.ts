import { expect, onTestFinished, test } from "vitest";
import { insertItem } from "../support/archive/factories.ts";
import { bothEngines, openTestArchive } from "../support/platform/archive.ts";

test.each(bothEngines)(
  "papers with equal scores are sorted by year, the latest first, on %s",
  async (engine) => {
    const archive = await openTestArchive(engine);
    onTestFinished(() => archive.close());
    const ids = [];
    // The paper of the oldest exam is the newest item.
    for (const year of ["2024", "2023", "2017"])
      ids.push(await insertItem(archive, "question", { fields: { subject: "Thermodynamics", year } }));
    const { rows } = await archive.services.resources.list(undefined, "question", {
      search: "thermodynamics",
    });
    expect(rows.map(({ id }) => id)).toEqual(ids);
  },
);
