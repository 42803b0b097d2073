import { departmentLabel } from "../../../shared/departments.ts";
import { THUMBNAIL, THUMBNAIL_HEIGHT } from "../../../shared/files.ts";
import { kindNamed } from "../../../shared/kinds/index.ts";
import { useKindWords } from "../../kind-words.ts";
import type { Item } from "../../context.ts";

/** The head of the first page; of a file that we only know the link of, a sheet drawn from the item's facts. */
export function Thumbnail({ item, title }: { item: Item; title: string }) {
  if (!item.file) return <DrawnSheet item={item} title={title} />;
  const src = `${item.file.pages}/1?width=${THUMBNAIL}`;
  return (
    <img className="thumb" src={src} width={THUMBNAIL} height={THUMBNAIL_HEIGHT} loading="lazy" alt="" />
  );
}

function DrawnSheet({ item, title }: { item: Item; title: string }) {
  const kind = kindNamed(item.kind);
  const { one } = useKindWords(kind);
  const { code, department, year } = item.fields;
  const heading = kind.fields[kind.title]?.type === "department" ? title : one;
  const seed = Number.parseInt(item._id.slice(-6), 16) || 7;
  // More than a wide thumbnail shows: in a narrow one, which goes without words, they stand higher.
  const lines = Array.from({ length: 9 }, (_, index) => 90 + ((seed >> (index * 3)) & 7) * 9);
  return (
    <svg className="thumb" viewBox="0 0 240 112" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <text x="120" y="22">
        {short([code, year].filter(Boolean).join(" · ") || title)}
      </text>
      <text x="120" y="38">
        {short(department ? departmentLabel(department) : heading)}
      </text>
      <path className="sheet-line" d="M30 46h180v1H30z" />
      {lines.map((width, index) => (
        <rect className="sheet-line" key={index} x={34} y={56 + index * 10} width={width} height={5} />
      ))}
    </svg>
  );
}

const short = (text: string): string => (text.length > 30 ? `${text.slice(0, 29)}…` : text);
