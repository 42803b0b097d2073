import { legalMessages } from "../../../shared/messages/en-legal.ts";
import { useContactDetails } from "../../page/contact-details.ts";
import { LegalText } from "../../features/legal/legal-text.tsx";
import { useMessages } from "../../ui/messages.ts";

export default function Terms() {
  const { terms } = useMessages(legalMessages);
  return <LegalText title={terms.title} sections={terms.sections(useContactDetails())} />;
}
