import { type PileMessages, pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { FileName } from "../../ui/file-name.tsx";
import { useMessages } from "../../ui/messages.ts";
import { countGroups, leftToConfirm } from "./groups.ts";
import { isPending } from "./sent-papers.ts";
import type { LivePile } from "./use-pile.ts";

type Live = Pick<LivePile, "state" | "uploads" | "rows">;

/** The progress of uploads; then of ZIPs and large PDFs; then of reading. Its place has a fixed height. */
export function PileProgress(live: Live) {
  const words = useMessages(pileMessages);
  const { state, uploads, rows } = live;
  const { reading } = countGroups(rows);
  if (isUploading(uploads)) return <UploadProgress {...uploads} />;
  const [arriving] = arrivingNames(state.pile, words);
  const read = rows.length - reading;
  const left = state.pace === undefined ? undefined : reading / state.pace;
  return (
    <div className="pile-progress">
      {arriving !== undefined ? (
        <p>
          <FileName>{arriving}</FileName>
        </p>
      ) : reading > 0 ? (
        <>
          <div className="pile-bar">
            <strong>{words.progress(read, rows.length)}</strong>
            <progress max={rows.length} value={read} aria-label={words.progressLabel} />
          </div>
          <p className="hint">
            {words.mayClose} {words.left(left)}
          </p>
        </>
      ) : null}
      <p role="status">{arriving === undefined && reading === 0 && overText(rows, words)}</p>
    </div>
  );
}

/** Says that nothing is read any more, or what became of the sent papers. */
function overText(rows: Live["rows"], words: PileMessages): string {
  const counts = countGroups(rows);
  const isSent = leftToConfirm(counts) === 0 && counts.sending === 0 && counts.sent > 0;
  if (isSent) return words.allSentDetail(rows.filter(isPending).length, counts.sent);
  return rows.length > 0 ? words.allRead : "";
}

const isUploading = ({ files }: Live["uploads"]): boolean =>
  files.some(({ status }) => status !== "done" && status !== "refused");

/** Returns sentences about ZIPs and large PDFs that become rows. */
function arrivingNames({ zips, largePdfs }: Live["state"]["pile"], words: PileMessages): string[] {
  return [
    ...zips
      .filter(({ state }) => state === "waiting")
      .map(({ name, entriesDone, entries }) => words.zip.reading(name, entriesDone, entries)),
    ...largePdfs
      .filter(({ problem }) => problem === undefined)
      .map(({ name, page, pages }) => words.shrinking(name, page, pages)),
  ];
}

function UploadProgress({ files, forgotten }: Live["uploads"]) {
  const { upload: words } = useMessages(pileMessages);
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, forgotten.bytes);
  const [sent, all] = [sum(files.map((file) => file.sent)), sum(files.map(({ size }) => size))];
  const done = forgotten.files + files.filter(({ status }) => status === "done").length;
  const title = words.title(done, forgotten.files + files.length);
  const isLost = files.some(({ status }) => status === "waiting");
  return (
    <div className="pile-progress">
      <div className="pile-bar">
        <strong>{title}</strong>
        <progress max={all} value={sent} aria-label={title} />
        <span>{words.bytes(sent, all)}</span>
      </div>
      <p className="hint" role="status">
        {isLost ? words.lost : words.stay}
      </p>
    </div>
  );
}

/** Says what could not be added or saved. It is beside the foot, so that it moves no row. */
export function PileProblems({ state, uploads }: Live) {
  const words = useMessages(pileMessages);
  const { pile, problem, isWaiting } = state;
  const known = uploads.known + state.known;
  const refused = [...pile.zips, ...pile.largePdfs].flatMap(({ id, name, problem: reason }) =>
    reason ? [{ id, text: words.zip.refused(name, reason.message) }] : [],
  );
  return (
    <div className="pile-problems">
      <p role="status">{known > 0 && words.known(known)}</p>
      {refused.map(({ id, text }) => (
        <p key={id} className="pile-problem">
          <FileName>{text}</FileName>
        </p>
      ))}
      <p className="pile-problem" role="alert">
        {problem ?? (isWaiting ? words.isWaiting : "")}
      </p>
      <p className="pile-problem" role="alert">
        {uploads.problem !== undefined && <FileName>{uploads.problem}</FileName>}
      </p>
    </div>
  );
}
