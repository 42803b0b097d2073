import type { ReactNode } from "react";

/** A sheet of an answer book with a double margin rule. */
function Sheet({ isPile = false, children }: { isPile?: boolean; children: ReactNode }) {
  return (
    <svg className="welcome-drawing" viewBox="0 0 112 140" aria-hidden="true">
      {isPile && <path className="welcome-back" d="M19 11 97 4l6 118-78 7z" />}
      <path className="welcome-sheet" d="M9 18h84v112H9z" />
      <path className="welcome-rule" d="M20.5 18v112M23.5 18v112" />
      {children}
    </svg>
  );
}

/** A hall with columns, for a university. */
export const UniversitySheet = () => (
  <Sheet isPile>
    <path className="welcome-green" d="M32 60 58 45l26 15zM38 66v23M51 66v23M65 66v23M78 66v23M34 96h48" />
    <path className="welcome-hand" d="M33 111h34" />
  </Sheet>
);

/** The papers of a course with a gap, and a bell. */
export const CourseSheet = () => (
  <Sheet>
    <path className="welcome-fill" d="M32 34h22v18H32zM32 60h22v18H32zM62 60h22v18H62z" />
    <path className="welcome-gap" d="M62 34h22v18H62z" />
    <path className="welcome-green" d="M46 114v-9a12 12 0 0 1 24 0v9l4 5H42zM54 123a4 4 0 0 0 8 0" />
  </Sheet>
);

/** A written paper and a camera. */
export const PaperSheet = () => (
  <Sheet isPile>
    <path className="welcome-ink" d="M36 33h46M44 42h30" />
    <path className="welcome-hand" d="M33 58h50M33 68h42M33 78h50" />
    <path className="welcome-fill" d="M44 95h7l3-5h9l3 5h9v20H44z" />
    <path className="welcome-green" d="M59.5 99.5a5 5 0 1 0 .01 0z" />
  </Sheet>
);

/** Two people, for moderators. */
export const PeopleSheet = () => (
  <Sheet isPile>
    <path
      className="welcome-green"
      d="M46 52a9 9 0 1 0 .01 0zM30 96c0-14 7-20 16-20s16 6 16 20zM74 60a8 8 0 1 0 .01 0zM66 82c3-3 5-4 8-4 8 0 13 6 13 18H68"
    />
    <path className="welcome-hand" d="M34 111h44" />
  </Sheet>
);

/** A letter, for the address of the archive's admins. */
export const LetterSheet = () => (
  <Sheet>
    <path className="welcome-fill" d="M32 52h54v38H32z" />
    <path className="welcome-green" d="M32 52h54v38H32zM32 54l27 20 27-20" />
    <path className="welcome-hand" d="M33 106h50" />
  </Sheet>
);
