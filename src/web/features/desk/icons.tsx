const drawings = {
  check: <path d="M12 4 2.5 20h19zM12 10v5M12 17.5v.5" />,
  missing: <path d="M5 8V5h3M11 5h2M16 5h3v3M19 11v2M19 16v3h-3M13 19h-2M8 19H5v-3M5 13v-2" />,
  printed: <path d="m4 12.5 5 5L20 6.5" />,
  likely: <path d="M3 14c3-6 6-6 9-2s6 4 9-2" />,
  duplicate: <path d="M9 8h11v12H9zM15 8V4H4v12h5" />,
  eye: <path d="M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z" />,
  star: <path d="m12 3 2.7 5.8 6.3.8-4.6 4.3 1.2 6.3L12 17.1l-5.6 3.1 1.2-6.3L3 9.6l6.3-.8z" />,
  pencil: <path d="M4 20l1-4L16 5l3 3L8 19zM14 7l3 3" />,
  reading: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2" />,
  previous: <path d="m15 6-6 6 6 6" />,
  next: <path d="m9 6 6 6-6 6" />,
  in: <path d="M12 5v14M5 12h14" />,
  out: <path d="M5 12h14" />,
  turn: <path d="M19 12a7 7 0 1 1-2-5M19 4v4h-4" />,
  full: <path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  undo: <path d="M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-2" />,
  filter: <path d="M4 5h16l-6 8v6l-4-2v-4z" />,
};

export type DeskIconName = keyof typeof drawings;

/** A drawing in the colour of the text. */
export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {drawings[name]}
    </svg>
  );
}

/** A key of the keyboard, for sighted readers. Screen readers hear the keys in the list of all keys. */
export function Key({ name }: { name: string }) {
  return <kbd aria-hidden="true">{name}</kbd>;
}
