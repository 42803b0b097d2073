import { departmentLabel } from "../../../shared/courses/departments.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import type { Item } from "../../page/context.ts";
import { useKindWords } from "../../items/kind-words.ts";
import { plainText } from "../../ui/markdown.tsx";
import { useMessages } from "../../ui/messages.ts";
import { headingText, useHeading } from "./heading.ts";

/** The longest description, in characters. */
const DESCRIPTION = 200;

export interface ItemHeadProps {
  item: Item;
  /** The public origin of the site. */
  origin: string;
  /** The page's address without its query. */
  address: string;
}

/** The machine-readable part of an item's page: canonical address, Open Graph and schema.org data. */
export function ItemHead({ item, origin, address }: ItemHeadProps) {
  const kind = kindNamed(item.kind);
  const words = useKindWords(kind);
  const { product, item: itemWords } = useMessages();
  const title = headingText(useHeading(item));
  const { department, university, year, author } = item.fields;
  const long = Object.entries(kind.fields).find(([, { type }]) => type === "longText")?.[0];
  const facts = [words.one, department && departmentLabel(department), university, year, author];
  const description = short(
    (long && plainText((item.fields[long] ?? "").slice(0, 4 * DESCRIPTION))) ||
      [...facts.filter(Boolean), `${itemWords.sharedBy} ${item.userName}`].join(" · "),
  );
  const picture = imageOf(item, origin);
  // Search engines must not list an item that is not approved.
  if (item.status !== "Approved") return <meta name="robots" content="noindex" />;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta name="description" content={description} />
      <meta property="og:type" content={kind.schemaType === "BlogPosting" ? "article" : "website"} />
      <meta property="og:site_name" content={product} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      {picture && <meta property="og:image" content={picture} />}
      <script type="application/ld+json">{jsonLd(item, { title, description, address, picture })}</script>
    </>
  );
}

const short = (text: string): string => {
  const characters = [...text];
  return characters.length > DESCRIPTION ? `${characters.slice(0, DESCRIPTION - 1).join("")}…` : text;
};

/** The address of the item's picture, on this site or another one; undefined without a picture. */
function imageOf(item: Item, origin: string): string | undefined {
  const name = Object.entries(kindNamed(item.kind).fields).find(([, { type }]) => type === "image")?.[0];
  const value = name && item.fields[name];
  return value && !value.startsWith("data:") ? new URL(value, origin).href : undefined;
}

interface Described {
  title: string;
  description: string;
  address: string;
  picture: string | undefined;
}

/** The item as schema.org data. `<` is escaped, so that no text can end the element. */
function jsonLd(item: Item, { title, description, address, picture }: Described): string {
  const { subject, code, author } = item.fields;
  const about = [subject, code].filter(Boolean).join(" ");
  const data = {
    "@context": "https://schema.org",
    "@type": kindNamed(item.kind).schemaType ?? "LearningResource",
    name: title,
    headline: title,
    description,
    url: address,
    image: picture,
    datePublished: item.createdAt,
    author: author ? { "@type": "Person", name: author } : undefined,
    contributor: [item.userName, item.betterCopyBy]
      .filter((name) => name !== undefined)
      .map((name) => ({ "@type": "Person", name })),
    about: about || undefined,
    aggregateRating: item.rating && {
      "@type": "AggregateRating",
      ratingValue: item.rating.average,
      ratingCount: item.rating.count,
      bestRating: "5",
      worstRating: "1",
    },
  };
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
