import { useState } from "react";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import type { LivePile } from "./use-pile.ts";

/** Proposes to join photos that seem to be pages of one paper. */
export function Proposals({ pile: { state, store } }: { pile: LivePile }) {
  const { propose } = useMessages(pileMessages);
  const { groups } = state.pile;
  const [left, setLeft] = useState<string>();
  const name = groups.flat().join(" ");
  if (groups.length === 0 || name === left) return null;
  return (
    <section className="pile-ask">
      <strong>{propose.groups(groups.length, groups.flat().length)}</strong>
      <button type="button" onClick={() => void store.act("POST", "group", {})}>
        {propose.join}
      </button>
      <button type="button" className="plain" onClick={() => setLeft(name)}>
        {propose.leave}
      </button>
    </section>
  );
}
