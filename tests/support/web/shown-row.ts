import type { ShownRow } from "../../../src/web/features/pile/pile-view.ts";

/** A row of a pile as its page gets it. */
export const shownRow = (id: string, change: Partial<ShownRow> = {}): ShownRow => ({
  id,
  version: 1,
  position: Number(id),
  kind: "question",
  label: `${id}.pdf`,
  status: "ready",
  fields: {},
  missing: [],
  unconfirmed: [],
  hasTwin: false,
  files: [],
  sendAnyway: false,
  ...change,
});
