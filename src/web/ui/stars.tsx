import { starsOf } from "./stars-of.ts";

/**
 * A rating as stars, with a text for screen readers.
 * @param words the text, for example "4.5 out of 5"
 */
export function Stars({ rating, words }: { rating: string; words: string }) {
  return (
    <p className="stars">
      {starsOf(Number(rating)).map((star, index) => (
        <i className={`star star-${star}`} key={index} />
      ))}
      <span>{words}</span>
    </p>
  );
}
