import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from "react";
import { useMessages } from "./messages.ts";
import { usePlacement } from "./use-placement.ts";
import { isWithin, JUMP, moveOf, presentYear, STEP, yearRows } from "./year-picker-years.ts";

export interface YearPanelProps {
  id: string;
  /** The label of the field. */
  label: string;
  field: RefObject<HTMLElement | null>;
  value: string;
  centre: number;
  /** The first and last year that a person can choose. */
  accepted: [first: number, last: number];
  /** Moves the centre by this many years. `said` is true if a screen reader must announce the new years. */
  onMove: (years: number, said: boolean) => void;
  onChoose: (year: number) => void;
  onToday: () => void;
}

/** The panel of nine years (spec §4, §9). The centred year has the keyboard focus. */
export function YearPanel({ id, label, field, value, centre, accepted, ...act }: YearPanelProps) {
  const { onMove, onChoose, onToday } = act;
  const { yearPicker } = useMessages();
  const panel = useRef<HTMLDivElement>(null);
  const placement = usePlacement(field, panel);
  const { centred, follow } = useFocusedCentre(centre);
  const move = (event: KeyboardEvent) => {
    const years = moveOf(event.key);
    if (years === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    follow();
    onMove(years, false);
  };
  const step = (years: number, name: string, sign: string) => (
    <button type="button" aria-label={name} onClick={() => onMove(years, true)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <div
      ref={panel}
      id={id}
      className="year-panel"
      popover="manual"
      role="dialog"
      aria-label={yearPicker.choose(label)}
      data-side={placement?.side}
      style={{ top: placement?.top, left: placement?.left }}
    >
      <div className="year-steps">
        {step(-JUMP, yearPicker.back(JUMP), "«")}
        {step(-STEP, yearPicker.back(STEP), "‹")}
        {step(STEP, yearPicker.forward(STEP), "›")}
        {step(JUMP, yearPicker.forward(JUMP), "»")}
      </div>
      {/* The grid handles the keys, because the focus is on one of its cells. */}
      <div role="grid" tabIndex={-1} aria-label={yearPicker.years} onKeyDown={move}>
        {yearRows(centre).map((row) => (
          <div role="row" key={row[0]}>
            {row.map((year) => (
              <button
                key={year}
                type="button"
                role="gridcell"
                className={year === centre ? "centred" : undefined}
                ref={year === centre ? centred : undefined}
                tabIndex={year === centre ? 0 : -1}
                // A year with `disabled` could not get the focus, and a keyboard user could not reach the
                // next years.
                aria-disabled={!isWithin(accepted, year) || undefined}
                aria-selected={String(year) === value}
                aria-current={year === presentYear() ? "date" : undefined}
                onClick={() => onChoose(year)}
              >
                {year}
              </button>
            ))}
          </div>
        ))}
      </div>
      <button type="button" className="year-today" onClick={onToday}>
        {yearPicker.today}
      </button>
    </div>
  );
}

/** Sets the focus on the centred year when the panel opens, and again after each `follow()`. */
function useFocusedCentre(centre: number) {
  const centred = useRef<HTMLButtonElement>(null);
  const following = useRef(true);
  useLayoutEffect(() => {
    // The panel is already in view. Scrolling to it would move the field out of view.
    if (following.current) centred.current?.focus({ preventScroll: true });
    following.current = false;
  }, [centre]);
  const follow = () => {
    following.current = true;
  };
  return { centred, follow };
}
