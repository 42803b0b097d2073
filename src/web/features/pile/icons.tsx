import type { ReactNode } from "react";

const drawings = {
  check: <path d="M12 4 2.5 20h19zM12 10v5M12 17.5v.5" />,
  ready: <path d="m4 12.5 5 5L20 6.5" />,
  reading: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2" />,
  duplicate: <path d="M9 8h11v12H9zM15 8V4H4v12h5" />,
  refused: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12" />,
  locked: <path d="M5 11h14v9H5zM8 11V7.5a4 4 0 0 1 8 0V11" />,
  leftOut: <path d="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5" />,
  sending: <path d="M12 20V6M6 12l6-6 6 6" />,
  sent: <path d="m2 12.5 4.5 4.5L15 8M10 16l1.5 1.5L21 8" />,
  drop: <path d="M12 20V8M7 13l5-5 5 5M5 4h14" />,
  link: <path d="M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1" />,
  plus: <path d="M12 5v14M5 12h14" />,
  pencil: <path d="M4 20l1-4L16 5l3 3L8 19zM14 7l3 3" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  next: <path d="m9 6 6 6-6 6" />,
  turn: <path d="M19 12a7 7 0 1 1-2-5M19 4v4h-4" />,
};

export type IconName = keyof typeof drawings;

/** A drawing of 20 by 20 px in the colour of the text. */
export function PileIcon({ name }: { name: IconName }): ReactNode {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}
