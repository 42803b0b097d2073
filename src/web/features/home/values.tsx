import type { ReactNode } from "react";
import { coursePagesMessages } from "../../../shared/messages/en-course-pages.ts";
import { useMessages } from "../../ui/messages.ts";

/** The achievements strip (spec §1, §9): four fixed numbers. */
const achievements = { questions: 170, users: 539, books: 40, asked: 60 } as const;

const images: Record<string, ReactNode> = {
  information: <path d="M10 8h34v48H10zM18 20h18M18 28h18M18 36h10M44 16h10v40H18" />,
  education: <path d="M32 14 6 26l26 12 26-12zM16 31v14c8 8 24 8 32 0V31M58 26v16" />,
  career: <path d="M8 54h48M14 54V42h10v12M28 54V32h10v22M42 54V20h10v34M12 28 30 14l8 6 14-12M44 8h8v8" />,
};

/** The three value cards (spec §1), each with an image, a title and a description. */
export function Values() {
  const { home } = useMessages();
  return (
    <section className="home-band" aria-labelledby="values">
      <h2 id="values">{home.values}</h2>
      <ul className="home-values">
        {home.valueCards.map(({ id, title, discription }) => (
          <li key={id}>
            <svg viewBox="0 0 64 64" aria-hidden="true">
              {images[id]}
            </svg>
            <h3>{title}</h3>
            <p>{discription}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export interface AchievementsProps {
  /** The papers and answers of today. */
  papers: number;
  answers: number;
}

/** The achievements (spec §1), with a line that says from when they are. */
export function Achievements({ papers, answers }: AchievementsProps) {
  const { home } = useMessages();
  const { coursePage: words } = useMessages(coursePagesMessages);
  const names = ["questions", "users", "books", "asked"] as const;
  return (
    <section className="home-band strip" aria-label={home.achievements}>
      <dl className="home-achievements">
        {names.map((name) => (
          <div key={name}>
            <dt>{home.achievementLabels[name]}</dt>
            <dd>{achievements[name]}</dd>
          </div>
        ))}
      </dl>
      <p className="home-note">{home.achievementsNote(words.papers(papers), words.answers(answers))}</p>
    </section>
  );
}
