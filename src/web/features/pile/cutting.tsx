import { LinePicture } from "../../items/line-picture.tsx";
import { picturedFile, type ShownDetail, type ShownRow, thumbnailOf } from "./pile-view.ts";

/** The line that a detail was read from: its picture, or its text if its place is unknown. */
export function ReadLine({ snippet, picture }: Pick<ShownDetail, "snippet" | "picture">) {
  if (snippet === undefined) return null;
  if (picture === undefined) return <span className="pile-snippet">{snippet}</span>;
  return <LinePicture src={picture} text={snippet} className="pile-line" />;
}

/** The top of a page, where papers print their details. */
export function Cutting({ row }: { row: ShownRow }) {
  const file = picturedFile(row);
  if (!file) return null;
  return (
    <img className="pile-cutting" src={thumbnailOf(file)} alt="" loading="lazy" width={480} height={320} />
  );
}
