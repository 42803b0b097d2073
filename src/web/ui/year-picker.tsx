import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import type { ControlAttributes } from "./form-field.tsx";
import { useMessages } from "./messages.ts";
import { useHydrated } from "./use-hydrated.ts";
import { useLeaving } from "./use-leaving.ts";
import { YearPanel } from "./year-panel.tsx";
import { firstCentre, isWithin, presentYear, shownSpan } from "./year-picker-years.ts";

export interface YearPickerProps {
  control: ControlAttributes;
  label: string;
  defaultValue?: string;
  /** The first and last year that a person can choose. The panel shows other years as disabled. */
  accepted: [first: number, last: number];
  /**
   * Called with the chosen year, or with "" when the year is cleared. It is not called for Today (spec §4).
   */
  onChange?: (year: string) => void;
}

const OPENING_KEYS = new Set(["Enter", " ", "ArrowDown"]);

/**
 * A read-only input that opens a panel of years (spec §2, §4, §9). Before React runs, a person can type a
 * year, and the typed year is kept.
 */
export function YearPicker({ control, label, defaultValue = "", accepted, onChange }: YearPickerProps) {
  const { yearPicker } = useMessages();
  const hydrated = useHydrated();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(defaultValue);
  const [centre, setCentre] = useState(() => firstCentre(defaultValue));
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const panelId = `${control.id}-panel`;

  const take = (typed: string) => {
    setValue(typed);
    setCentre(firstCentre(typed));
  };
  useLayoutEffect(() => {
    // The person may have typed a year before React ran, or the browser may have filled in the input.
    take(input.current?.value ?? "");
  }, []);
  useLeaving(box, open, {
    onLeave: () => setOpen(false),
    onEscape: () => {
      setOpen(false);
      input.current?.focus();
    },
  });

  const show = (year: string, news: string) => {
    setValue(year);
    setSaid(news);
    input.current?.focus();
  };
  const choose = (year: number) => {
    if (!isWithin(accepted, year)) return setSaid(yearPicker.refused(...accepted));
    show(String(year), yearPicker.chosen(year));
    setOpen(false);
    onChange?.(String(year));
  };
  const today = () => {
    show(String(presentYear()), yearPicker.chosen(presentYear()));
    setOpen(false);
  };
  const clear = () => {
    show("", yearPicker.cleared(label));
    setCentre(presentYear());
    onChange?.("");
  };
  const move = (years: number, news: boolean) => {
    setCentre(centre + years);
    setSaid(news ? yearPicker.shown(...shownSpan(centre + years)) : "");
  };
  const openByKey = (event: KeyboardEvent) => {
    if (!OPENING_KEYS.has(event.key)) return;
    event.preventDefault();
    setOpen(true);
  };

  return (
    <div className="year-picker" ref={box}>
      <input
        {...control}
        ref={input}
        value={value}
        onChange={(event) => take(event.target.value)}
        inputMode="numeric"
        autoComplete="off"
        {...(hydrated && {
          readOnly: true,
          placeholder: yearPicker.placeholder,
          role: "combobox",
          "aria-haspopup": "dialog",
          "aria-expanded": open,
          "aria-controls": open ? panelId : undefined,
          onClick: () => setOpen(true),
          onKeyDown: openByKey,
        })}
      />
      {hydrated && value !== "" && (
        <button type="button" className="year-clear" aria-label={yearPicker.clear(label)} onClick={clear}>
          <span aria-hidden="true">×</span>
        </button>
      )}
      {hydrated && (
        <span className="visually-hidden" role="status">
          {said}
        </span>
      )}
      {open && (
        <YearPanel
          id={panelId}
          label={label}
          field={input}
          value={value}
          centre={centre}
          accepted={accepted}
          onMove={move}
          onChoose={choose}
          onToday={today}
        />
      )}
    </div>
  );
}
