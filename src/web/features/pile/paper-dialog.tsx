import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { PAGE_WIDTHS } from "../../../shared/files/files.ts";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { langOf } from "../../items/item-names.ts";
import { FileName } from "../../ui/file-name.tsx";
import { useMessages } from "../../ui/messages.ts";
import { fieldsOf, textOfValue } from "./columns.ts";
import { isOpen } from "./groups.ts";
import { PileIcon } from "./icons.tsx";
import { KindOptions } from "./kind-options.tsx";
import { PaperField } from "./paper-field.tsx";
import { PaperPages } from "./paper-pages.tsx";
import { type ShownRow, pageOf, picturedFile, problemOf, thumbnailOf } from "./pile-view.ts";
import { RowActions, takeOut } from "./row-actions.tsx";
import { StatusMark } from "./status-mark.tsx";
import type { LivePile } from "./use-pile.ts";

export interface PaperDialogProps {
  row: ShownRow;
  pile: LivePile;
  /** The selected rows, for which a value can be used too. */
  selected: ReadonlySet<string>;
  /** The field to change first. */
  first: string | undefined;
  /** Whether there is space for a large page. */
  isWide: boolean;
  onNext: (() => void) | undefined;
  onClose: () => void;
}

const PHONE_WIDTH = PAGE_WIDTHS[2];

/** One paper with its pages and all its details: a sheet on a phone. */
export function PaperDialog({ row, pile, selected, first, isWide, onNext, onClose }: PaperDialogProps) {
  const words = useMessages(pileMessages);
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(first);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const place = pile.rows.findIndex(({ id }) => id === row.id) + 1;
  const canChange = isOpen(row);
  const { proposedSplit } = row;
  const [file] = row.files;
  const pictured = picturedFile(row);
  const problem = problemOf(row);
  const close = () => dialog.current?.close();
  // The keys of the page must not work below the dialog.
  const onKeyDown = (event: KeyboardEvent) => event.stopPropagation();
  return (
    <dialog
      ref={dialog}
      className="pile-dialog pile-paper"
      aria-label={words.paper.label}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <header className="pile-paper-head">
        {pictured && <img src={thumbnailOf(pictured)} alt="" width={48} height={68} />}
        <div>
          <strong className="pile-code">
            {row.fields["code"]?.value ?? <FileName>{row.label}</FileName>}
          </strong>
          <span>
            {words.paper.of(place, pile.rows.length)}
            {(file || row.link) && (
              <>
                {" · "}
                <a href={file ? pageOf(file) : row.link} target="_blank" rel="noreferrer">
                  {words.see}
                </a>
              </>
            )}
          </span>
          <StatusMark row={row} />
        </div>
        <button type="button" className="plain" aria-label={words.paper.close} onClick={close}>
          <PileIcon name="close" />
        </button>
      </header>
      <div className="pile-paper-body">
        {isWide && pictured && (
          <img
            className="pile-large"
            src={`${pageOf(pictured)}?width=${PHONE_WIDTH}`}
            alt={words.paper.page(1)}
            width={720}
            height={1018}
          />
        )}
        <div>
          <p className="pile-problem" role="alert">
            {pile.state.problem}
          </p>
          {problem && <p className="pile-problem">{problem}</p>}
          {proposedSplit && (
            <p>
              {words.propose.split(proposedSplit.length)}: {words.propose.ranges(proposedSplit)}
            </p>
          )}
          <div className="pile-card-does">
            <RowActions row={row} pile={pile} className="button quiet" />
          </div>
          {canChange && <PaperPages row={row} pile={pile} />}
          {canChange && (
            <div className="pile-detail">
              <label htmlFor="pile-kind">{words.paper.kind}</label>
              <select
                id="pile-kind"
                value={row.kind}
                onChange={(event) => void pile.store.edit({ rows: [row.id], kind: event.target.value })}
              >
                <KindOptions />
              </select>
            </div>
          )}
          {!canChange && <PaperDetails row={row} />}
          {canChange &&
            fieldsOf(row).map((field) => (
              <PaperField
                key={field.name}
                row={row}
                field={field}
                pile={pile}
                selected={selected}
                isOpen={open === field.name}
                onOpen={() => setOpen(open === field.name ? undefined : field.name)}
              />
            ))}
        </div>
      </div>
      <footer className="pile-paper-foot">
        {(canChange || row.status === "refused") && row.status !== "leftOut" && (
          <button
            type="button"
            className="quiet"
            onClick={() => {
              takeOut(pile, [row]);
              close();
            }}
          >
            {words.takeOut}
          </button>
        )}
        <button type="button" onClick={onNext ?? close}>
          {onNext ? words.paper.next : words.paper.done}
        </button>
      </footer>
    </dialog>
  );
}

/** The details of a paper that can no longer change here. */
function PaperDetails({ row }: { row: ShownRow }) {
  const details = fieldsOf(row).flatMap((field) => {
    const detail = row.fields[field.name];
    return detail ? [{ name: field.name, label: field.label, text: textOfValue(field, detail.value) }] : [];
  });
  if (details.length === 0) return null;
  return (
    <dl className="pile-given">
      {details.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd lang={langOf(text)}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
