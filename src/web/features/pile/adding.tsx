import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { FILE_TYPES } from "../../../shared/files/files.ts";
import { pileMessages } from "../../../shared/messages/en-pile-screen.ts";
import { useMessages } from "../../ui/messages.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { filesOfDrop, filesOfInput, type Selection } from "./collect-files.ts";
import { PileIcon } from "./icons.tsx";

export interface AddingProps {
  /** Whether the pile has papers, so that the zone is one line. */
  isShort: boolean;
  onFiles: (selection: Selection) => void;
  /** @param links one per line @returns whether they were added; otherwise the person can mend or send them again */
  onLinks: (links: string) => Promise<boolean>;
}

const ZIP_TYPES = ".zip,application/zip";

/** The ways into a pile: drop, files, a folder, photos, links. Files can be dropped anywhere on the page. */
export function Adding({ isShort, onFiles, onLinks }: AddingProps) {
  const { add } = useMessages(pileMessages);
  const isLive = useHydrated();
  const isOver = useDropping(onFiles);
  const [isPasting, setPasting] = useState(false);
  return (
    <section
      className={isShort ? "pile-add pile-add-short" : "pile-add"}
      aria-label={add.label}
      data-over={isOver}
    >
      <p className="pile-drop">
        <PileIcon name="drop" /> {isOver ? add.dropNow : isShort ? add.dropMore : add.drop}
      </p>
      <div className="pile-ways">
        <Choose
          label={add.files}
          accept={`${FILE_TYPES},${ZIP_TYPES}`}
          onFiles={onFiles}
          className="pile-files"
        />
        <Choose label={add.photos} accept="image/*" onFiles={onFiles} className="pile-photos" />
        <Choose label={add.folder} isFolder onFiles={onFiles} className="pile-folder" />
        <button
          type="button"
          className="quiet"
          disabled={!isLive}
          aria-expanded={isPasting}
          onClick={() => setPasting(!isPasting)}
        >
          <PileIcon name="link" /> {add.links}
        </button>
      </div>
      {!isShort && <p className="hint">{add.hint}</p>}
      {isPasting && <LinksForm onLinks={async (links) => (await onLinks(links)) && setPasting(false)} />}
    </section>
  );
}

interface ChooseProps {
  label: string;
  accept?: string;
  isFolder?: boolean;
  className: string;
  onFiles: AddingProps["onFiles"];
}

/** A button that opens the device's dialog for files. */
function Choose({ label, accept, isFolder = false, className, onFiles }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    if (!input.current) return;
    const selection = filesOfInput([...(input.current.files ?? [])]);
    // The person can choose the same files again.
    input.current.value = "";
    if (selection.files.length > 0) onFiles(selection);
  };
  const takeEarly = useEffectEvent(take);
  // A person on a slow connection may choose files before React runs.
  useEffect(() => takeEarly(), []);
  return (
    <label className={`button quiet ${className}`}>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        multiple
        accept={accept}
        {...(isFolder && { webkitdirectory: "" })}
        onChange={take}
      />
      <PileIcon name="plus" /> {label}
    </label>
  );
}

function LinksForm({ onLinks }: { onLinks: (links: string) => Promise<unknown> }) {
  const { add } = useMessages(pileMessages);
  const area = useRef<HTMLTextAreaElement>(null);
  const [isGoing, setGoing] = useState(false);
  useEffect(() => area.current?.focus(), []);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const links = area.current?.value.trim() ?? "";
    if (links === "" || isGoing) return;
    setGoing(true);
    await onLinks(links);
    setGoing(false);
  };
  return (
    <form className="pile-links" onSubmit={(event) => void send(event)}>
      <label htmlFor="pile-links">{add.linksLabel}</label>
      <p className="hint" id="pile-links-hint">
        {add.linksHint}
      </p>
      <textarea id="pile-links" ref={area} aria-describedby="pile-links-hint" spellCheck={false} />
      <button aria-disabled={isGoing}>{add.linksAdd}</button>
    </form>
  );
}

/** Takes files that are dropped on the page. @returns whether files are above the page */
function useDropping(onFiles: AddingProps["onFiles"]): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const listening = new AbortController();
    const takeDrop = async (transfer: DataTransfer) => {
      const selection = await filesOfDrop(transfer);
      if (selection.files.length > 0 || selection.unreadable.length > 0) take.current(selection);
    };
    const { signal } = listening;
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
    document.addEventListener(
      "dragover",
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      { signal },
    );
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && setOver(false), {
      signal,
    });
    document.addEventListener(
      "drop",
      (event) => {
        if (!event.dataTransfer || !hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        void takeDrop(event.dataTransfer);
      },
      { signal },
    );
    return () => listening.abort();
  }, []);
  return isOver;
}
