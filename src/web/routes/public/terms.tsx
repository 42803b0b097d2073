import { operator } from "../../../shared/site.ts";
import { LegalText } from "../../features/legal/legal-text.tsx";
import { useMessages } from "../../ui/messages.ts";

/** What holds for who uses the archive. */
export default function Terms() {
  const { terms } = useMessages();
  return <LegalText title={terms.title} sections={terms.sections(operator)} />;
}
