import type { Item } from "../page/context.ts";
import { useMessages } from "../ui/messages.ts";
import { Stars } from "../ui/stars.tsx";

/** Readers' average as stars, for small spaces; empty ones without a rating. */
export function BriefAverage({ item: { rating } }: { item: Item }) {
  const { rating: words } = useMessages();
  return (
    <Stars
      rating={rating?.average ?? "0"}
      words={rating ? words.brief(rating.average, rating.count) : words.noneBrief}
    />
  );
}
