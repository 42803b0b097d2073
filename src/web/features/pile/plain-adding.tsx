import { useLayoutEffect, useRef } from "react";
import { FILE_TYPES } from "../../../shared/files.ts";
import type { Attempt } from "../../page/forms.ts";
import { FormField } from "../../ui/form-field.tsx";
import { usePileMessages } from "./pile-messages.ts";
import { FILES_CONTROL, LINKS_CONTROL } from "./post-files.ts";
import { acts } from "./post-pile.ts";

/** Files in the plain form when React replaced it. */
let early: File[] = [];

/** The files that the person chose before React ran. Later calls return none. */
export function takeEarlyFiles(): File[] {
  const files = early;
  early = [];
  return files;
}

/** The form that adds files and links without JavaScript. */
export function PlainAdding({ attempt }: { attempt: Attempt | undefined }) {
  const { add } = usePileMessages();
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const element = input.current;
    return () => {
      early = [...(element?.files ?? [])];
    };
  }, []);
  return (
    <form method="post" encType="multipart/form-data" className="narrow app-form">
      <FormField
        name={FILES_CONTROL}
        label={add.files}
        hint={add.plainHint}
        problem={attempt?.problems[FILES_CONTROL]}
        isOneOfTwo
      >
        {(control) => <input {...control} ref={input} type="file" multiple accept={FILE_TYPES} />}
      </FormField>
      <FormField
        name={LINKS_CONTROL}
        label={add.linksLabel}
        hint={add.linksHint}
        problem={attempt?.problems[LINKS_CONTROL]}
        isOneOfTwo
      >
        {(control) => (
          <textarea {...control} defaultValue={attempt?.values[LINKS_CONTROL]} spellCheck={false} rows={3} />
        )}
      </FormField>
      <button name="act" value={acts.add}>
        {add.continue}
      </button>
    </form>
  );
}
