import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";
import { Stars } from "../ui/stars.tsx";

/** The average rating as stars, for small spaces. Without a rating, the stars are empty. */
export function BriefAverage({ item: { rating } }: { item: Item }) {
  const { rating: words } = useMessages();
  return (
    <Stars
      rating={rating?.average ?? "0"}
      words={rating ? words.brief(rating.average, rating.count) : words.noneBrief}
    />
  );
}
