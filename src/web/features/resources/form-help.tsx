import type { Kind } from "../../../shared/kinds/index.ts";
import { useMessages } from "../../ui/messages.ts";
import { LiveProposal } from "./live-proposal.tsx";
import { SimilarNotice } from "./similar.tsx";
import type { useFormHelp } from "./use-form-help.ts";

export interface FormHelpProps {
  kind: Kind;
  /** The heading above what the file says. */
  title: string;
  help: ReturnType<typeof useFormHelp>;
  /** Whether to tell what looks the same; not where the page says so already. */
  tellsSimilar: boolean;
}

/** Within a form: what its file says of itself, and what in the archive looks the same. */
export function FormHelp({ kind, title, help, tellsSimilar }: FormHelpProps) {
  const { similar: words } = useMessages();
  const similar = tellsSimilar ? help.similar : undefined;
  return (
    <>
      <LiveProposal kind={kind} title={title} reading={help.reading} values={help.values} />
      <div role="status">
        {similar && (
          <section className="proposal">
            <h2>{words.title}</h2>
            <SimilarNotice {...similar} />
          </section>
        )}
      </div>
    </>
  );
}
