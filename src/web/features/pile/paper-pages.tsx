import { usePileMessages } from "./pile-messages.ts";
import { PileIcon } from "./icons.tsx";
import { type ShownFile, type ShownRow, thumbnailOf } from "./pile-view.ts";
import type { LivePile } from "./use-pile.ts";

const QUARTER = 90;
const CIRCLE = 360;

/** The photos of a paper: each can be turned, and taken out as a paper of its own. */
export function PaperPages({ row, pile: { store } }: { row: ShownRow; pile: LivePile }) {
  const { paper } = usePileMessages();
  const { files, id } = row;
  if (!files[0]?.isPhoto) return null;
  const pagesOf = (ordered: ShownFile[]) => ordered.map(({ id: page, turn }) => ({ id: page, turn }));
  const turn = (file: ShownFile) => {
    const turned = files.map((one) => (one === file ? { ...one, turn: (one.turn + QUARTER) % CIRCLE } : one));
    void store.act("PUT", "pages", { row: id, pages: pagesOf(turned) });
  };
  const takePage = async (file: ShownFile) => {
    // A row is split before a page, so the page becomes the last one first.
    const ordered = [...files.filter((one) => one !== file), file];
    if (file !== files.at(-1)) await store.act("PUT", "pages", { row: id, pages: pagesOf(ordered) });
    await store.act("POST", "split", { row: id, at: [files.length] });
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
            onClick={() => turn(file)}
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
