import { useContext, useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import { FILE_FIELD } from "../../../shared/files/files.ts";
import type { Attempt } from "../../page/forms.ts";
import { FormField } from "../../ui/form-field.tsx";
import { EarlyFiles } from "../../ui/early-files.ts";
import { useMessages } from "../../ui/messages.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { sortChosen } from "./chosen-files.ts";
import { dropping, FileInput } from "./file-input.tsx";
import { AttachedPanel, UnknownPanel } from "./attached-panel.tsx";
import { ShrinkingPanel } from "./shrinking-panel.tsx";
import { useAskBeforeLeaving } from "./use-ask-before-leaving.ts";
import { useUploadSession } from "./use-upload-session.ts";
import { useAttachedFile } from "./use-attached-file.ts";
import type { UploadState } from "./upload-session.ts";

/** Blocks the submission of a form while part of it, such as an upload, is unfinished. */
function useUnfinished(box: RefObject<HTMLElement | null>, isUnfinished: boolean, onTry: () => void): void {
  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form || !isUnfinished) return undefined;
    const refuse = (event: Event) => {
      event.preventDefault();
      // Without this, React Router would send the form anyway.
      event.stopPropagation();
      onTry();
    };
    form.addEventListener("submit", refuse);
    return () => form.removeEventListener("submit", refuse);
  }, [box, isUnfinished, onTry]);
}

/** Whether the person arranges pages ("pages"), a file is being joined or sent ("busy"), or neither. */
function stageOf(state: UploadState | undefined): "empty" | "pages" | "busy" {
  if (state?.sending || state?.joining !== undefined) return "busy";
  return state && state.photos.length + state.opening > 0 ? "pages" : "empty";
}

export interface UploaderProps {
  /** The name of the file input that a browser without JavaScript sends with the form. */
  control: string;
  /** The failed attempt: it has the problem of the file, or the key of an accepted file. */
  attempt: Attempt | undefined;
  /** Called with the key of the uploaded file; "" without a file. */
  onHeld?: (key: string) => void;
}

/**
 * The file field of a form. It uploads the file while the person fills in the rest, and puts the file's key
 * into the form. Photos first become pages of one PDF. Until React runs, the field is an ordinary file input.
 */
export function Uploader({ control: name, attempt, onHeld }: UploaderProps) {
  const refused = attempt?.problems[FILE_FIELD];
  const messages = useMessages();
  const { uploads } = messages;
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState(refused);
  const { key, attached, isUnknown, attach, restore, find } = useAttachedFile(
    attempt?.values[FILE_FIELD] ?? "",
    () => setProblem(uploads.problems.gone),
  );
  const { session, state, Panel, openSession } = useUploadSession({ onProblem: setProblem, onDone: attach });
  const stage = stageOf(state);

  const [lastRefused, setLastRefused] = useState(refused);
  if (refused !== lastRefused) {
    setLastRefused(refused);
    setProblem(refused);
  }
  const take = async (files: File[]) => {
    const chosen = sortChosen(files, stage === "pages", messages);
    setProblem("problem" in chosen ? chosen.problem : undefined);
    if (!("problem" in chosen)) (await openSession())?.take(chosen);
  };
  const early = useContext(EarlyFiles);
  const takeEarly = useEffectEvent(() => {
    const files = early.current.splice(0);
    if (files.length > 0) void Promise.resolve(files).then(take);
  });
  useEffect(() => takeEarly(), []);
  useEffect(() => {
    const active = document.activeElement;
    // The focus moves only if the focused control was removed or hidden.
    const isLost = active === document.body || (box.current?.contains(active) && !active?.checkVisibility());
    if (session && isLost) box.current?.focus();
  }, [session, stage, attached, isUnknown]);
  const isShrinking = attached?.shrinking === true;
  const held = isShrinking ? "" : (attached?.key ?? "");
  const tell = useEffectEvent((fileKey: string) => onHeld?.(fileKey));
  useEffect(() => tell(held), [held]);
  useUnfinished(box, stage !== "empty" || isShrinking, () => {
    const pages = stage === "pages" ? (state?.photos.length ?? 0) : 0;
    setProblem(isShrinking ? uploads.problems.shrinking : uploads.problems.unfinished(pages));
    box.current?.focus();
  });

  useAskBeforeLeaving(stage !== "empty", uploads.leave);

  const hasFile = attached !== undefined || isUnknown;
  const isOpen = !hasFile && stage !== "busy";
  return (
    <div
      className="upload"
      role="group"
      aria-label={uploads.label}
      ref={box}
      tabIndex={-1}
      {...(hydrated && isOpen && dropping(take))}
    >
      <FormField
        name={FILE_FIELD}
        label={uploads.label}
        // The panel of a chosen file takes the place of the hint.
        hint={isOpen ? uploads.hint : undefined}
        problem={problem}
      >
        {(control) => (
          <div hidden={!isOpen}>
            {/* If the form has a file, the element that shows the file has the id of the field. */}
            <FileInput
              control={{ ...control, name, id: hasFile ? `${control.id}-other` : control.id }}
              isLive={hydrated}
              onFiles={take}
            />
          </div>
        )}
      </FormField>
      {isUnknown && <UnknownPanel onAgain={() => void find()} onRemove={() => attach(undefined)} />}
      {isShrinking && (
        <ShrinkingPanel
          file={attached}
          onReady={(file) => {
            setProblem(undefined);
            attach(file);
          }}
          onRefused={(reason) => {
            attach(undefined);
            setProblem(reason ?? uploads.problems.gone);
          }}
          onRemove={() => attach(undefined)}
        />
      )}
      {attached && !isShrinking && <AttachedPanel file={attached} onRemove={() => attach(undefined)} />}
      {Panel && session && state && !hasFile && <Panel session={session} state={state} />}
      {/* A draft of the form can restore the key. */}
      <input
        type="hidden"
        data-draft-field=""
        name={FILE_FIELD}
        value={key}
        onInput={(event) => restore(event.currentTarget.value)}
      />
    </div>
  );
}
