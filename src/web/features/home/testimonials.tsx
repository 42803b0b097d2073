import { Carousel } from "../../ui/carousel.tsx";
import { useMessages } from "../../ui/messages.ts";
import { Stars } from "../../ui/stars.tsx";

/** How much of a comment is shown (spec §9), in characters. */
const PREVIEW = 60;
/** How long each review is shown (spec §9), in ms. */
const EVERY = 2_000;

export interface Testimonial {
  _id: string;
  name: string;
  comment: string;
  rating: string;
}

/** Reviews of the site: name, rating out of 5, and the first 60 characters. */
export function Testimonials({ reviews }: { reviews: Testimonial[] }) {
  const { home } = useMessages();
  if (reviews.length === 0) return null;
  return (
    <section className="home-band" aria-labelledby="reviews">
      <h2 id="reviews">{home.reviews}</h2>
      <Carousel label={home.reviews} effect="row" every={EVERY}>
        {reviews.map(({ _id, name, comment, rating }) => (
          <li className="carousel-slide" key={_id}>
            <figure className="home-testimonial">
              <Stars rating={rating} words={home.ratingOf(rating)} />
              <blockquote lang={langOf(comment)}>{preview(comment)}</blockquote>
              <figcaption lang={langOf(name)}>{name}</figcaption>
            </figure>
          </li>
        ))}
      </Carousel>
    </section>
  );
}

const langOf = (text: string): "bn" | undefined => (/\p{Script=Bengali}/u.test(text) ? "bn" : undefined);

function preview(comment: string): string {
  const characters = [...comment];
  return characters.length > PREVIEW ? `${characters.slice(0, PREVIEW).join("").trimEnd()}…` : comment;
}
