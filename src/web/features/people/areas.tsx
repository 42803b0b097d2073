import { useMessages } from "../../ui/messages.ts";

export interface ShownArea {
  /** The name of the university; "" for every university. */
  university: string;
  /** The department; "" for every department. */
  department: string;
}

/** What a moderator moderates. */
export function Areas({ areas }: { areas: readonly ShownArea[] }) {
  const { moderators: words } = useMessages();
  if (areas.some(({ university, department }) => university === "" && department === ""))
    return <>{words.everything}</>;
  return <>{areas.map((area) => words.areaOf(area)).join(" · ")}</>;
}
