import type { ReactNode } from "react";

const sheet = <path d="M6 3h9l4 4v14H6zM15 3v4h4M9 12h7M9 16h7" />;

const drawings: Record<string, ReactNode> = {
  question: <path d="M6 3h9l4 4v14H6zM15 3v4h4M9.5 14.5l2 2 4-5" />,
  book: <path d="M5 5a2 2 0 0 1 2-2h12v14H7a2 2 0 0 0-2 2V5zm0 14a2 2 0 0 0 2 2h12v-4M9 7h6" />,
  note: <path d="M5 4h14v10l-5 6H5zM14 20v-6h5M8 8h8M8 12h5" />,
  lab: <path d="M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M7.5 15h9" />,
  syllabus: <path d="M9 6h11M9 12h11M9 18h11M4 6h.5M4 12h.5M4 18h.5" />,
  blog: <path d="M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4" />,
};

/** The icon of a kind, drawn for this site; a sheet of paper if the kind has no icon. */
export const CategoryIcon = ({ kind }: { kind: string }) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    {drawings[kind] ?? sheet}
  </svg>
);
