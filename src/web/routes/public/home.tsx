import { standaloneKinds } from "../../../shared/kinds/index.ts";
import { pageLoader } from "../../page.ts";
import { useLocale, useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/home.ts";

/** How many reviews the page shows, and how much of each (spec §9), in characters. */
const REVIEWS = 3;
const REVIEW_PREVIEW = 60;

export const loader = pageLoader(async ({ services, actor }) => {
  const counts = await Promise.all(
    standaloneKinds.map((kind) => services.resources.count(actor, kind.name, { status: "Approved" })),
  );
  const reviews = await services.reviews.list(REVIEWS);
  return {
    counts,
    reviews: reviews.map(({ _id, name, comment, rating }) => ({ _id, name, comment, rating })),
  };
});

export default function Home({ loaderData: { counts, reviews } }: Route.ComponentProps) {
  const { tagline, home, list } = useMessages();
  const locale = useLocale();
  const [first] = standaloneKinds;
  return (
    <main id="main" className="page">
      <PageTitle title={tagline} />
      <div className="hero">
        <h1>{tagline}</h1>
        <p>{home.intro}</p>
        <form method="get" action={first?.pages.lists[0]} className="search-row" role="search">
          <input
            type="search"
            name="search"
            placeholder={first?.words[locale].listSearch}
            aria-label={list.search}
            maxLength={500}
          />
          <button>{list.search}</button>
        </form>
      </div>
      <h2>{home.browse}</h2>
      <ul className="tiles">
        {standaloneKinds.map((kind, index) => (
          <li key={kind.name}>
            <a href={kind.pages.lists[0]}>
              <strong>{kind.words[locale].many}</strong>
              {home.browseHint(counts[index] ?? 0)}
            </a>
          </li>
        ))}
      </ul>
      {reviews.length > 0 && (
        <section className="reviews" aria-labelledby="reviews">
          <h2 id="reviews">{home.reviews}</h2>
          <ul className="tiles">
            {reviews.map((review) => (
              <li className="review" key={review._id}>
                <strong>{review.name}</strong>
                <p>{home.ratingOf(review.rating)}</p>
                <p>{preview(review.comment)}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

function preview(comment: string): string {
  const characters = [...comment];
  return characters.length > REVIEW_PREVIEW ? `${characters.slice(0, REVIEW_PREVIEW).join("")}…` : comment;
}
