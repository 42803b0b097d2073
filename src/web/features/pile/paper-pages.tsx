import { useRef, useState } from "react";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { PileIcon } from "./icons.tsx";
import { isPhoto, type ShownFile, type ShownRow, thumbnailOf } from "./pile-view.ts";
import type { LivePile } from "./use-pile.ts";

const QUARTER = 90;
const CIRCLE = 360;

/** The photos of a paper: each can be turned, and taken out as a paper of its own. */
export function PaperPages({ row, pile: { store } }: { row: ShownRow; pile: LivePile }) {
  const { paper } = useMessages(pileMessages);
  // The angles that the server has not confirmed, by page, so that a quick second tap turns further.
  const [turns, setTurns] = useState<Record<string, number>>({});
  const wanted = useRef(turns);
  const turning = useRef(0);
  const isTaking = useRef(false);
  const { id } = row;
  if (!row.files[0] || !isPhoto(row.files[0])) return null;
  const files = row.files.map((file) => ({ ...file, turn: turns[file.id] ?? file.turn }));
  const arrange = (ordered: ShownFile[]) => {
    const pages = ordered.map(({ id: page, turn }) => ({ id: page, turn }));
    return store.act("PUT", "pages", { row: id, pages });
  };
  const turn = async (file: ShownFile) => {
    if (isTaking.current) return;
    const angleOf = ({ id: page, turn: before }: ShownFile) => wanted.current[page] ?? before;
    wanted.current = { ...wanted.current, [file.id]: (angleOf(file) + QUARTER) % CIRCLE };
    setTurns(wanted.current);
    turning.current += 1;
    try {
      await arrange(row.files.map((one) => ({ ...one, turn: angleOf(one) })));
    } finally {
      turning.current -= 1;
      if (turning.current === 0) {
        wanted.current = {};
        setTurns({});
      }
    }
  };
  const takePage = async (file: ShownFile) => {
    // Between the two calls, another order would split off another page.
    if (isTaking.current) return;
    isTaking.current = true;
    try {
      // A row is split before a page, so the page becomes the last one first.
      const ordered = [...files.filter((one) => one !== file), file];
      const isLast = file === files.at(-1) || (await arrange(ordered)) !== undefined;
      if (isLast) await store.act("POST", "split", { row: id, at: [files.length] });
    } finally {
      isTaking.current = false;
    }
  };
  return (
    <ol className="pile-photos-list" aria-label={paper.pages}>
      {files.map((file, index) => (
        <li key={file.id}>
          <img
            src={thumbnailOf(file)}
            alt={paper.page(index + 1)}
            width={96}
            height={64}
            style={{ rotate: `${file.turn}deg` }}
          />
          <button
            type="button"
            className="quiet"
            aria-label={paper.turnPage(index + 1)}
            onClick={() => void turn(file)}
          >
            <PileIcon name="turn" /> {paper.turn}
          </button>
          {files.length > 1 && (
            <button
              type="button"
              className="quiet"
              aria-label={paper.takePageOf(index + 1)}
              onClick={() => void takePage(file)}
            >
              {paper.takePage}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
