import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { countGroups } from "./groups.ts";
import type { LivePile } from "./use-pile.ts";

/** The progress of uploads, of ZIPs and of reading, and problems of the connection. */
export function PileProgress({ state, uploads, rows }: Pick<LivePile, "state" | "uploads" | "rows">) {
  const words = useMessages(pileMessages);
  const { pile, pace, problem, isWaiting } = state;
  const known = uploads.known + state.known;
  const { reading } = countGroups(rows);
  const isUploading = uploads.files.some(({ status }) => status !== "done" && status !== "refused");
  const read = rows.length - reading;
  const left = pace === undefined ? undefined : reading / pace;
  return (
    <div className="pile-progress">
      {isUploading && <UploadProgress files={uploads.files} />}
      {known > 0 && <p role="status">{words.known(known)}</p>}
      {pile.zips
        .filter((zip) => zip.state === "waiting" || zip.problem)
        .map(({ id, name, entriesDone, entries, problem: reason }) => (
          <p key={id} className={reason ? "pile-problem" : undefined}>
            {reason ? words.zip.refused(name, reason.message) : words.zip.reading(name, entriesDone, entries)}
          </p>
        ))}
      {pile.largePdfs.map(({ id, name, page, pages, problem: reason }) => (
        <p key={id} className={reason ? "pile-problem" : undefined}>
          {reason ? words.zip.refused(name, reason.message) : words.shrinking(name, page, pages)}
        </p>
      ))}
      {rows.length > 0 && reading > 0 && (
        <div className="pile-bar">
          <strong>{words.progress(read, rows.length)}</strong>
          <progress max={rows.length} value={read} aria-label={words.progressLabel} />
          <span>
            {words.left(left)} {!isUploading && words.mayClose}
          </span>
        </div>
      )}
      <p className="visually-hidden" role="status">
        {rows.length > 0 && reading === 0 && words.allRead}
      </p>
      <p className="pile-problem" role="alert">
        {problem ?? (isWaiting ? words.isWaiting : "")}
      </p>
      <p className="pile-problem" role="alert">
        {uploads.problem}
      </p>
    </div>
  );
}

function UploadProgress({ files }: { files: LivePile["uploads"]["files"] }) {
  const { upload: words } = useMessages(pileMessages);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const [sent, all] = [sum(files.map((file) => file.sent)), sum(files.map(({ size }) => size))];
  const done = files.filter(({ status }) => status === "done").length;
  const isLost = files.some(({ status }) => status === "waiting");
  return (
    <>
      <div className="pile-bar">
        <strong>{words.title(done, files.length)}</strong>
        <progress max={all} value={sent} aria-label={words.title(done, files.length)} />
        <span>{words.bytes(sent, all)}</span>
      </div>
      <p className="hint" role="status">
        {isLost ? words.lost : words.stay}
      </p>
    </>
  );
}
