import { afterEach, expect, test, vi } from "vitest";
import { shownRow } from "../../../../tests/support/web/shown-row.ts";
import { enPileScreen } from "../../../shared/messages/en-pile-screen.ts";
import { createPileStore } from "./pile-store.ts";
import type { ShownPile, ShownRow } from "./pile-view.ts";

afterEach(() => vi.unstubAllGlobals());

const row = (id: string, status: ShownRow["status"] = "ready"): ShownRow => shownRow(id, { status });
const pile = (...rows: ShownRow[]): ShownPile => ({
  id: "p",
  sendRest: false,
  answers: {},
  zips: [],
  largePdfs: [],
  unfinished: [],
  proposedGroups: [],
  rows,
});

interface Change {
  rows: string[];
  values: Record<string, string>;
}

/**
 * Stands in for the server: the browser's `fetch` gets these responses.
 * @param shown what the server has after the first change arrived
 * @param responseTo the response to each change in turn
 * @returns the changes that arrived
 */
function serve(shown: ShownPile, responseTo: (change: Change, turn: number) => Response): Change[] {
  const changes: Change[] = [];
  vi.stubGlobal("fetch", async (_address: string, { body }: { body?: string } = {}) => {
    if (body === undefined) return Response.json(shown);
    const change = JSON.parse(body) as Change;
    changes.push(change);
    return responseTo(change, changes.length);
  });
  return changes;
}

const refusal = (status: number, message: string, fields?: Record<string, string>) =>
  Response.json({ error: { message, fields } }, { status });
const saved = () => Response.json({});

test("a value stays at its cell with the reason if the server has a fault", async () => {
  const first = pile(row("1"), row("2"));
  serve(first, () => refusal(500, "Something broke. Try again."));
  const store = createPileStore(first, enPileScreen);
  await store.edit({ rows: ["1", "2"], values: { year: "2024" } });
  const kept = { value: "2024", problem: "Something broke. Try again." };
  expect(store.state().refused).toEqual({ "1 year": kept, "2 year": kept });
  expect(store.state().problem).toBe(kept.problem);
});

test("a filled value reaches the other papers if one of them was sent meanwhile, before a later change of a cell", async () => {
  const first = pile(row("1"), row("2"), row("3"));
  const changes = serve(pile(row("1", "sent"), row("2"), row("3")), ({ rows }) =>
    rows.includes("1") ? refusal(409, "Conflict", { rows: "This paper is already sent." }) : saved(),
  );
  const store = createPileStore(first, enPileScreen);
  const filled = store.edit({ rows: ["1", "2", "3"], values: { year: "2024" } });
  await Promise.all([filled, store.edit({ rows: ["2"], values: { year: "2023" } })]);
  expect(changes).toEqual([
    { rows: ["1", "2", "3"], values: { year: "2024" } },
    { rows: ["2", "3"], values: { year: "2024" } },
    { rows: ["2"], values: { year: "2023" } },
  ]);
  expect(store.state().refused).toEqual({});
  expect(store.state().problem).toBe(enPileScreen.notChanged(1));
});

test("a change that is refused again and again for its papers ends, and its value stays at the open ones", async () => {
  const first = pile(row("1"), row("2"));
  const changes = serve(first, () => refusal(409, "Conflict", { rows: "This paper is already sent." }));
  const store = createPileStore(first, enPileScreen);
  await store.edit({ rows: ["1", "2"], values: { year: "2024" } });
  expect(changes).toHaveLength(1);
  const kept = { value: "2024", problem: "This paper is already sent." };
  expect(store.state().refused).toEqual({ "1 year": kept, "2 year": kept });
});

test("a refused value doesn't cover a later value of the same cell", async () => {
  const first = pile(row("1"));
  serve(first, (_change, turn) =>
    turn === 1 ? refusal(400, "Invalid", { year: "Choose a year from 2000." }) : saved(),
  );
  const store = createPileStore(first, enPileScreen);
  const wrong = store.edit({ rows: ["1"], values: { year: "1234" } });
  await Promise.all([wrong, store.edit({ rows: ["1"], values: { year: "2024" } })]);
  expect(store.state().refused).toEqual({});
  expect(store.state().pile.rows[0]?.fields["year"]?.value).toBe("2024");
});
