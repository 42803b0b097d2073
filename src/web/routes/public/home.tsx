import { kindNamed, standaloneKinds } from "../../../shared/kinds/index.ts";
import { Books } from "../../features/home/books.tsx";
import { Categories } from "../../features/home/categories.tsx";
import { Hero } from "../../features/home/hero.tsx";
import { Testimonials } from "../../features/home/testimonials.tsx";
import { Achievements, Values } from "../../features/home/values.tsx";
import carousels from "../../islands/carousels.ts?worker&url";
import { pageLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import styles from "../../styles/home-page.css?url";
import type { Route } from "./+types/home.ts";

/** How many of the newest reviews the carousel shows. */
const REVIEWS = 12;

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

export const loader = pageLoader(async ({ services }) => {
  const counted = standaloneKinds.map(
    async ({ name }) =>
      [name, await services.resources.count(undefined, name, { status: "Approved" })] as const,
  );
  // Waits for all at once: if one failed before it was awaited, its error would end the process.
  const [reviews, ...counts] = await Promise.all([services.reviews.list(REVIEWS), ...counted]);
  return {
    counts: Object.fromEntries(counts),
    reviews: reviews.map(({ _id, name, comment, rating }) => ({ _id, name, comment, rating })),
  };
});

const listOf = (kind: string): string => kindNamed(kind).pages.lists[0] as string;

/** The landing page (spec §1). */
export default function Home({ loaderData: { counts, reviews } }: Route.ComponentProps) {
  const { tagline } = useMessages();
  return (
    <main id="main" className="home">
      <PageTitle title={tagline} />
      <Hero list={listOf("question")} />
      <Categories counts={counts} />
      <Books list={listOf("book")} />
      <Values />
      <Achievements />
      <Testimonials reviews={reviews} />
      <script type="module" src={carousels} />
    </main>
  );
}
