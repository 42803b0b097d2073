import { expect, test } from "vitest";
import { shownRow } from "../../../../tests/support/web/shown-row.ts";
import { enPileScreen } from "../../../shared/messages/en-pile-screen.ts";
import { pileTitle } from "./pile-heading.tsx";
import type { ShownRow } from "./pile-view.ts";
import { attemptOf, sentText } from "./sent-papers.ts";

const words = enPileScreen.foot;
const rowsOf = (...statuses: ShownRow["status"][]): ShownRow[] =>
  statuses.map((status, index) =>
    shownRow(String(index), { status, ...(status === "sent" && { itemStatus: "Pending" }) }),
  );

test("the foot counts the papers that were sent, and names those that failed or are duplicates", () => {
  const attempt = attemptOf(rowsOf("ready", "ready", "ready", "sent", "duplicate"));
  const shown = (...statuses: ShownRow["status"][]) => sentText(rowsOf(...statuses), attempt, words);
  expect(shown("sending", "sending", "sending", "sent", "duplicate")).toBe(words.sending(3));
  expect(shown("sent", "failed", "duplicate", "sent", "duplicate")).toBe(
    `${words.sent(1)} ${words.unsent(["1.pdf", "2.pdf"], 2)}`,
  );
  expect(shown("failed", "failed", "failed", "sent", "duplicate")).toBe(
    words.unsent(["0.pdf", "1.pdf", "2.pdf"], 3),
  );
});

test("the foot says nothing about sent papers before the person sends some", () => {
  expect(sentText(rowsOf("sent", "failed"), undefined, words)).toBe("");
});

test("the title of a pile counts no paper that is sent, being sent, refused or taken out", () => {
  const title = (...statuses: ShownRow["status"][]) => pileTitle(rowsOf(...statuses), enPileScreen);
  expect(title("ready", "check", "reading", "duplicate", "failed", "sending", "sent")).toBe(
    enPileScreen.title(4),
  );
  expect(title("sent", "sent", "refused", "leftOut")).toBe(enPileScreen.allSent(2));
  expect(title("sent", "duplicate")).toBe(enPileScreen.allSent(1));
  expect(title("sent", "sending")).toBe(words.sending(1));
  expect(title("refused", "leftOut")).toBe(enPileScreen.title(0));
  expect(title()).toBe(enPileScreen.emptyTitle);
});
