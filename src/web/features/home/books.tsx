import { Carousel } from "../../ui/carousel.tsx";
import { useMessages } from "../../ui/messages.ts";
import { BookCover } from "./book-cover.tsx";

/** Spec §9: each book stays in view for 1000 ms after a transition of 600 ms. */
const EVERY = 1_000 + 600;

/**
 * The books gallery with six fixed drawings.
 * @param list the path of the book list
 */
export function Books({ list }: { list: string }) {
  const { home } = useMessages();
  return (
    <section className="home-band" aria-labelledby="books">
      <div className="home-books">
        <div>
          <h2 id="books">{home.books}</h2>
          <p>{home.booksIntro}</p>
          <a className="button quiet" href={list}>
            {home.allBooks}
          </a>
        </div>
        <Carousel label={home.books} effect="coverflow" every={EVERY}>
          {home.samples.map(({ title, subject }, index) => (
            <li className="carousel-slide" key={title}>
              <BookCover index={index} title={title} subject={subject} label={home.cover(title)} />
            </li>
          ))}
        </Carousel>
      </div>
    </section>
  );
}
