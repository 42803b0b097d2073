import type { Item } from "../../context.ts";
import { useMessages } from "../../ui/messages.ts";
import { TimeOf } from "../../ui/time-of.tsx";
import { detailsHref, langOf } from "./item-names.ts";

/** How much of a blog's text its card shows, in characters. */
const EXCERPT = 220;

export function BlogCard({ item }: { item: Item }) {
  const { topic = "", blog = "", blogImg } = item.fields;
  const excerpt = [...blog.replace(/[#*_>`]/g, "")].slice(0, EXCERPT).join("");
  return (
    <article className="card stacked">
      <img
        className="thumb"
        src={blogImg}
        alt=""
        width={320}
        height={112}
        loading="lazy"
        referrerPolicy="no-referrer"
      />
      <div className="body">
        <h2>
          <a href={detailsHref(item)} lang={langOf(topic)}>
            {topic}
          </a>
        </h2>
        <Byline item={item} />
        <p className="excerpt" lang={langOf(excerpt)}>
          {excerpt.length < blog.length ? `${excerpt}…` : excerpt}
        </p>
      </div>
    </article>
  );
}

export function BlogBody({ item }: { item: Item }) {
  const { topic = "", blog = "", blogImg } = item.fields;
  return (
    <>
      <img className="cover" src={blogImg} alt="" referrerPolicy="no-referrer" />
      <h1 lang={langOf(topic)}>{topic}</h1>
      <Byline item={item} />
      <div className="prose" lang={langOf(blog)}>
        {blog}
      </div>
    </>
  );
}

function Byline({ item }: { item: Item }) {
  const { item: words } = useMessages();
  return (
    <p className="meta">
      {words.by(item.userName)} · {item.email} · <TimeOf iso={item.createdAt} />
    </p>
  );
}
