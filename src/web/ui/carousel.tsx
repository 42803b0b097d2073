import type { ReactNode } from "react";
import { useMessages } from "./messages.ts";

export interface CarouselProps {
  label: string;
  /** `coverflow` rotates the slides beside the middle one; `row` doesn't rotate them. */
  effect: "coverflow" | "row";
  /** The time between two steps, in ms. */
  every: number;
  children: ReactNode;
}

/**
 * A row of slides that scrolls. When it comes into view, the island `carousels` starts it and shows the
 * buttons. styles/carousel.css sets the number of visible slides and the speed.
 */
export function Carousel({ label, effect, every, children }: CarouselProps) {
  const { carousel } = useMessages();
  return (
    <div
      className={`carousel ${effect}`}
      role="group"
      aria-roledescription={carousel.type}
      aria-label={label}
      data-every={every}
    >
      {/* A scrolling element must be reachable with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className="carousel-slides" tabIndex={0} aria-label={label}>
        {children}
      </ul>
      <div className="carousel-controls">
        <button type="button" className="quiet icon-button" data-act="previous">
          <Drawing path="M14.5 6 8.5 12l6 6" label={carousel.previous} />
        </button>
        <button type="button" className="quiet icon-button" data-act="toggle">
          <span className="while-playing">
            <Drawing path="M9 6v12M15 6v12" label={carousel.pause} />
          </span>
          <span className="while-paused">
            <Drawing path="M8.5 5.5v13l10-6.5z" label={carousel.play} />
          </span>
        </button>
        <button type="button" className="quiet icon-button" data-act="next">
          <Drawing path="M9.5 6l6 6-6 6" label={carousel.next} />
        </button>
      </div>
    </div>
  );
}

function Drawing({ path, label }: { path: string; label: string }) {
  return (
    <>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
      <span className="visually-hidden">{label}</span>
    </>
  );
}
