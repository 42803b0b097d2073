import { SMALL_COVER } from "../../shared/files/files.ts";
import { kindNamed } from "../../shared/kinds/index.ts";
import type { Item } from "../page/context.ts";
import { useKindWords } from "./kind-words.ts";
import { Markdown, plainText } from "../ui/markdown.tsx";
import { useMessages } from "../ui/messages.ts";
import { TimeOf } from "../ui/time-of.tsx";
import { detailsHref, langOf } from "./item-names.ts";
import { Highlighted } from "./highlighted.tsx";
import { Stars } from "../ui/stars.tsx";

/** The average rating as stars, for small spaces. An item without a rating has no stars. */
function BriefAverage({ item: { rating } }: { item: Item }) {
  const { rating: words } = useMessages();
  return rating && <Stars rating={rating.average} words={words.brief(rating.average, rating.count)} />;
}

/** Returns whether this is a whole address. A visitor gets a masked one, which tells them nothing. */
const isWhole = (email: string | undefined): boolean => email !== undefined && !email.includes("…");

/** The length of the excerpt on a card, in characters. */
const EXCERPT = 220;

export function BlogCard({ item }: { item: Item }) {
  const { topic = "", blog = "", blogImg } = item.fields;
  const cover = item.image?.small ?? blogImg;
  const { open } = useKindWords(kindNamed(item.kind));
  const excerpt = excerptOf(blog);
  return (
    <article className="item-card stacked">
      <img
        className="item-banner"
        src={cover}
        alt=""
        data-instead={topic}
        width={320}
        height={150}
        loading="lazy"
        referrerPolicy="no-referrer"
      />
      <div className="body">
        <h2>
          <a href={detailsHref(item)} lang={langOf(topic)}>
            <Highlighted text={topic} />
          </a>
        </h2>
        <Byline item={item} />
        <BriefAverage item={item} />
        <p className="excerpt" lang={langOf(excerpt)}>
          {excerpt}
        </p>
        <div className="actions">
          <a className="button quiet" href={detailsHref(item)}>
            {open}
            <span className="visually-hidden">: {topic}</span>
          </a>
        </div>
      </div>
    </article>
  );
}

/** The beginning of the plain text, up to a whole word. */
function excerptOf(blog: string): string {
  const letters = [...plainText(blog.slice(0, 4 * EXCERPT))];
  if (letters.length <= EXCERPT && blog.length <= 4 * EXCERPT) return letters.join("");
  return `${letters
    .slice(0, EXCERPT)
    .join("")
    .replace(/\s+\S*$/, "")}…`;
}

export function BlogBody({ item }: { item: Item }) {
  const { topic = "", blog = "" } = item.fields;
  return (
    <>
      <Cover item={item} />
      <h1 lang={langOf(topic)}>{topic}</h1>
      <Byline item={item} />
      <div className="prose markdown" lang={langOf(blog)}>
        <Markdown text={blog} />
      </div>
    </>
  );
}

function Cover({ item }: { item: Item }) {
  const { topic = "", blogImg = "" } = item.fields;
  const { item: words } = useMessages();
  const { small, width, height } = item.image ?? {};
  // A narrow cover has no smaller copy.
  const sources =
    small && width && width > SMALL_COVER ? `${small} ${SMALL_COVER}w, ${blogImg} ${width}w` : undefined;
  return (
    <img
      className="item-picture"
      src={blogImg}
      srcSet={sources}
      sizes={sources && "(max-width: 752px) 100vw, 720px"}
      width={width}
      height={height}
      alt={words.coverOf(topic)}
      data-instead={topic}
      referrerPolicy="no-referrer"
    />
  );
}

function Byline({ item }: { item: Item }) {
  const { item: words } = useMessages();
  return (
    <p className="meta">
      <TimeOf iso={item.createdAt} /> · {words.by(item.userName)}
      {isWhole(item.email) && (
        <>
          <br />
          {item.email}
        </>
      )}
    </p>
  );
}
