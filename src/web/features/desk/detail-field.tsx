import { deskMessages } from "../../../shared/messages/en-desk.ts";
import { langOf } from "../../items/item-names.ts";
import { LinePicture } from "../../items/line-picture.tsx";
import type { DeskItem } from "../../page/context.ts";
import { useMessages } from "../../ui/messages.ts";
import { isDoubtful, storedText } from "./desk-state.ts";
import { fieldOf, type ShownDetail } from "./desk-view.ts";
import { DeskIcon, type DeskIconName } from "./icons.tsx";

export interface DetailFieldProps {
  item: DeskItem;
  detail: ShownDetail;
  value: string;
  problem: string | undefined;
  onValue: (value: string) => void;
  onFocus: () => void;
}

const icons: Partial<Record<ShownDetail["state"], DeskIconName>> = {
  missing: "missing",
  check: "check",
  likely: "likely",
  printed: "printed",
};

/** A detail as a field, beside the value in the file. */
export function DetailField({ item, detail, value, problem, onValue, onFocus }: DetailFieldProps) {
  const { detail: words } = useMessages(deskMessages);
  const { name, state, read, isRequired } = detail;
  const { label, options, isLong, textOf } = fieldOf(item.kind, name);
  const id = `desk-${name}`;
  const isChanged = value !== storedText(item, detail);
  const isDoubt = isDoubtful(detail);
  const mark = isChanged ? words.changed : words.states[state];
  const icon = isChanged ? "pencil" : icons[state];
  const control = {
    id,
    value,
    onFocus,
    ...(problem ? { "aria-invalid": true } : {}),
    "aria-describedby": `${id}-note`,
    "aria-required": isRequired,
  };
  const given = textOf(read?.value);
  const picture = read?.box && read.picture;
  const isOther = given !== "" && given !== value;
  const optionText = (one: string) => options?.find(([option]) => option === one)?.[1] ?? one;
  return (
    <div className={isDoubt ? "desk-detail desk-doubt" : "desk-detail"}>
      <label htmlFor={id}>{label}</label>
      {options ? (
        <select {...control} onChange={(event) => onValue(event.target.value)}>
          <option value="">{isRequired ? words.choose : words.notRead}</option>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <textarea {...control} lang={langOf(value)} onChange={(event) => onValue(event.target.value)} />
      ) : (
        <input
          {...control}
          lang={langOf(value)}
          autoComplete="off"
          placeholder={isDoubt ? words.notRead : undefined}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
      <span className={`desk-mark desk-is-${isDoubt && !isChanged ? "doubt" : "quiet"}`}>
        {icon && <DeskIcon name={icon} />} {mark}
      </span>
      <div className="desk-evidence" id={`${id}-note`}>
        {problem && <p className="desk-refused">{problem}</p>}
        {isDoubt && picture && read.snippet && (
          <LinePicture src={picture} text={words.line(read.snippet)} className="desk-line" />
        )}
        {isDoubt && !picture && read?.snippet && <q>{read.snippet}</q>}
        {isOther && isDoubt && (
          <p>
            {words.says(optionText(given))}{" "}
            <button type="button" className="quiet" onClick={() => onValue(given)}>
              {words.use(optionText(given))}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
