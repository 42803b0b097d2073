import { useContactDetails } from "../../page/contact-details.ts";
import { LegalText } from "../../features/legal/legal-text.tsx";
import { useMessages } from "../../ui/messages.ts";

export default function Terms() {
  const { terms } = useMessages();
  return <LegalText title={terms.title} sections={terms.sections(useContactDetails())} />;
}
