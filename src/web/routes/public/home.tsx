import { kindNamed, standaloneKinds } from "../../../shared/kinds/index.ts";
import { Books } from "../../features/home/books.tsx";
import { Categories } from "../../features/home/categories.tsx";
import { Hero } from "../../features/home/hero.tsx";
import { NewestPapers } from "../../features/home/newest-papers.tsx";
import { Testimonials } from "../../features/home/testimonials.tsx";
import { Universities } from "../../features/home/universities.tsx";
import { Achievements, Values } from "../../features/home/values.tsx";
import { MostWanted } from "../../features/home/most-wanted.tsx";
import { YourCourses } from "../../features/home/your-courses.tsx";
import carousels from "../../islands/carousels.ts?worker&url";
// Vite replaces this import with the address of the script, which has no exports.
// oxlint-disable-next-line import/default
import yourCourses from "../../islands/your-courses.ts?worker&url";
import { homeLinks } from "../../page/home-links.ts";
import { pageLoader } from "../../page/loaders.ts";
import { useMessages } from "../../ui/messages.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import type { Route } from "./+types/home.ts";

/** How many of the newest reviews the carousel shows. */
const REVIEWS = 12;
/** How many of the newest papers a wide screen shows; a phone shows one fewer. */
const NEWEST = 4;
/** How many of the most wanted papers the page shows. */
const WANTED = 3;

export const links = homeLinks;

export const loader = pageLoader(async ({ services, present }) => {
  const { resources } = services;
  const status = "Approved" as const;
  const counted = [...standaloneKinds.map(({ name }) => name), "answer"].map(
    async (name) => [name, await resources.count(undefined, name, { status })] as const,
  );
  // Waits for all at once: if one failed before it was awaited, its error would end the process.
  const [reviews, newest, wanted, universities, ...counts] = await Promise.all([
    services.reviews.list(REVIEWS),
    resources.newest(undefined, "question", { status }, NEWEST),
    services.wanted.list(undefined, {}, 0, WANTED),
    services.courses.browseUniversities(undefined),
    ...counted,
  ]);
  return {
    counts: Object.fromEntries<number>(counts),
    newest: newest.map(present),
    wanted,
    universities: universities.toSorted((one, other) => other.papers - one.papers),
    reviews: reviews.map(({ _id, name, comment, rating }) => ({ _id, name, comment, rating })),
  };
});

const listOf = (kind: string): string => kindNamed(kind).pages.lists[0] as string;

/** The landing page (spec §1). */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { counts, newest, wanted, universities, reviews } = loaderData;
  const { tagline } = useMessages();
  return (
    <main id="main" className="home">
      {/* The browser waits for this script, so that it paints the page with the place for the reader's courses. */}
      <script src={yourCourses} />
      <PageTitle title={tagline} />
      <Hero list={listOf("question")} />
      <YourCourses universities={universities} />
      <Categories counts={counts} />
      <NewestPapers papers={newest} />
      {wanted.papers.length + universities.length > 0 && (
        <div className="home-band sunken home-two">
          {wanted.papers.length > 0 && <MostWanted {...wanted} />}
          {universities.length > 0 && <Universities universities={universities} />}
        </div>
      )}
      <Books list={listOf("book")} />
      <Values />
      <Achievements papers={counts["question"] ?? 0} answers={counts["answer"] ?? 0} />
      <Testimonials reviews={reviews} />
      <script type="module" src={carousels} />
    </main>
  );
}
