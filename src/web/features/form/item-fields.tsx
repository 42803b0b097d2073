import { Fragment, type ReactNode } from "react";
import { acceptedYears } from "../../../shared/facets/accepted-years.ts";
import { departmentLabel, knownDepartments } from "../../../shared/courses/departments.ts";
import { suggestedFacets } from "../../../shared/facets/facets.ts";
import type { Field, Kind } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../items/kind-words.ts";
import type { Item, Suggestions } from "../../page/context.ts";
import type { Attempt } from "../../page/forms.ts";
import { type ControlAttributes, FormField } from "../../ui/form-field.tsx";
import { useMessages } from "../../ui/messages.ts";
import { PictureInput } from "../../ui/picture-input.tsx";
import { type Offered, offeredUniversities, Suggesting } from "../../ui/suggesting.tsx";
import { YearPicker } from "../../ui/year-picker.tsx";
import { FileField } from "./file-field.tsx";
import type { FormStart } from "../../page/form-start.ts";

/**
 * The two ways to add a file.
 * @param link the field for a link
 * @param children the control for a file
 */
function FileOrLink({ link, children }: { link: ReactNode; children: ReactNode }) {
  const { fileOrLink } = useMessages();
  return (
    <fieldset className="file-or-link">
      <legend>{fileOrLink.title}</legend>
      {children}
      <span className="file-or-link-or">{fileOrLink.or}</span>
      <div className="way">
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" />
        </svg>
        {link}
      </div>
    </fieldset>
  );
}

export interface ItemFieldsProps {
  kind: Kind;
  attempt: Attempt | undefined;
  /**
   * The edited item. Its values fill in the fields, and its image or file stays unless the person chooses a
   * new one.
   */
  item?: Item | undefined;
  /** The first values of a new item. */
  start?: FormStart | undefined;
  /** Notes below fields, by field. */
  notes?: Record<string, ReactNode> | undefined;
  /** Values from the archive that the person can choose. */
  suggestions?: Suggestions;
  /** See `FileField`. */
  uploader?: ReactNode;
  /** The content below the file of a new item. */
  belowFile?: ReactNode;
  /** Whether the item was returned because of its file, so that the file is first. */
  needsFile?: boolean | undefined;
}

/**
 * The controls for all fields of a kind, in the order of its declaration. In the form of a new item, and of one that was returned
 * because of its file, the file is first.
 */
export function ItemFields(props: ItemFieldsProps) {
  const {
    kind,
    attempt,
    item,
    start,
    notes = {},
    suggestions = {},
    uploader,
    belowFile,
    needsFile = false,
  } = props;
  const { fields } = useKindWords(kind);
  const { edit, fileOrLink } = useMessages();
  const values = attempt?.values ?? start?.values ?? item?.fields;
  const inOrder = Object.entries(kind.fields);
  const isFile = ({ type }: Field) => type === "link" || (needsFile && type === "image");
  if (!item || needsFile) inOrder.sort(([, one], [, other]) => Number(isFile(other)) - Number(isFile(one)));
  return inOrder.map(([name, field]) => {
    const words = fields[name];
    const isKept = item !== undefined && field.type === "image";
    const isLink = field.type === "link";
    // If the item has a file instead of a link, the link field contains the download address, which nobody
    // typed. So the field is shown empty.
    const value = isLink && !attempt && item?.file && !item.sourceUrl ? "" : values?.[name];
    const labelled = (
      <FormField
        name={name}
        label={isLink ? fileOrLink.link : (words?.label ?? name)}
        hint={isKept ? edit.keepsImage : words?.hint}
        problem={attempt?.problems[name]}
        note={notes[name]}
        hasNoteStrip={uploader !== undefined && field.column !== undefined}
        optional={isKept || !field.required}
        isOneOfTwo={isLink}
      >
        {(control) => (
          <Control
            field={field}
            control={control}
            label={words?.label ?? name}
            value={value ?? ""}
            options={words?.options}
            offered={offeredFor(field, suggestions)}
          />
        )}
      </FormField>
    );
    if (!isLink) return <Fragment key={name}>{labelled}</Fragment>;
    return (
      <Fragment key={name}>
        <FileOrLink link={labelled}>
          <FileField attempt={attempt} item={item} start={start} uploader={uploader} />
        </FileOrLink>
        {needsFile && item?.fields[name] && !item.file && (
          <label className="check">
            <input type="checkbox" name="linkMended" value="yes" />
            {edit.linkMended}
          </label>
        )}
        {belowFile}
      </Fragment>
    );
  });
}

interface ControlProps {
  field: Field;
  control: ControlAttributes;
  label: string;
  value: string;
  options: Record<string, string> | undefined;
  offered: Offered[];
}

function Control({ field, control, label, value, options, offered }: ControlProps) {
  const { form } = useMessages();
  switch (field.type) {
    case "longText":
      return <textarea {...control} defaultValue={value} maxLength={field.max} />;
    case "choice":
      return (
        <select {...control} defaultValue={value}>
          <option value="">{form.choose}</option>
          {field.options?.map((option) => (
            <option key={option} value={option}>
              {options?.[option] ?? option}
            </option>
          ))}
        </select>
      );
    case "department":
      return <Suggesting control={control} value={value && departmentLabel(value)} offered={offered} />;
    case "image":
      return <PictureInput control={control} label={form.chosenPicture} />;
    case "year":
      return <YearPicker control={control} label={label} defaultValue={value} accepted={acceptedYears()} />;
    case "link":
      // The input does not have the type url, because browsers refuse a Drive link without its scheme. The
      // server adds the scheme.
      return (
        <input
          {...control}
          defaultValue={value}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
        />
      );
    default:
      return <Suggesting control={control} value={value} offered={offered} />;
  }
}

/** Offers the departments of the specification first, then the others in the archive. */
function offeredFor({ column }: Field, suggestions: Suggestions): Offered[] {
  if (column === "code")
    return (suggestions.courses ?? []).map(({ code, subject }) => ({ value: code, label: subject }));
  const suggested = suggestedFacets.find((name) => name === column);
  if (!suggested) return [];
  const values = suggestions[suggested] ?? [];
  if (suggested === "university") return offeredUniversities(suggestions.universities ?? [], values);
  const labels =
    suggested === "department"
      ? new Set([...knownDepartments.map(({ label }) => label), ...values.map(departmentLabel)])
      : values;
  return [...labels].map((value) => ({ value }));
}
