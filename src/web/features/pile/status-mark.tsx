import { type PileMessages, pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { columns, doubtsOf, type FieldOfRow } from "./columns.ts";
import { groupOf } from "./groups.ts";
import { type IconName, PileIcon } from "./icons.tsx";
import { isLocked, type ShownRow } from "./pile-view.ts";

const FULL = 100;

/** The status of a row in words. */
export function statusWords(row: ShownRow, words: PileMessages): string {
  const { status, upload, duplicate, proposedSplit, delay } = row;
  const shortLabel = ({ field: { column }, label }: FieldOfRow) => {
    const short = columns.find((name) => name === column);
    return short ? words.columns[short] : label;
  };
  const labels = (isMissing: boolean) =>
    doubtsOf(row)
      .filter(({ name }) => row.missing.includes(name) === isMissing)
      .map(shortLabel);
  switch (status) {
    case "uploading":
      return uploadWords(upload, words);
    case "missing":
      return words.status.add(labels(true), labels(false));
    case "check": {
      const doubts = labels(false);
      return doubts.length === 0 && proposedSplit
        ? words.status.split(proposedSplit.length)
        : words.status.check(doubts);
    }
    case "sending":
      return delay ? words.status.delay[delay.reason](delay.minutes) : words.status.sending;
    case "ready":
      return row.betterCopyOf ? words.status.betterCopy : words.status.ready;
    case "duplicate":
      if (duplicate?.reason === "waiting") return words.status.waiting;
      return duplicate?.label === undefined ? words.status.duplicate : words.status.inPile(duplicate.label);
    case "refused":
      return isLocked(row) ? words.status.locked : words.status.refused;
    default:
      return words.status[status];
  }
}

function uploadWords(upload: ShownRow["upload"], { upload: words }: PileMessages): string {
  if (!upload || upload.status === "queued") return words.queued;
  if (upload.status === "waiting") return words.waiting;
  return words.one(upload.size === 0 ? 0 : Math.floor((upload.sent / upload.size) * FULL));
}

/** The status of a row: icon and words, without a frame. */
export function StatusMark({ row }: { row: ShownRow }) {
  const words = useMessages(pileMessages);
  const group = groupOf(row);
  const text = statusWords(row, words);
  const icon: IconName = isLocked(row) ? "locked" : group;
  return (
    <span className={`pile-mark pile-is-${group}`}>
      <PileIcon name={icon} />
      <span title={text}>{text}</span>
    </span>
  );
}
