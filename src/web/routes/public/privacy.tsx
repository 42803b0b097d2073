import { legalMessages } from "../../../shared/messages/en-legal.ts";
import { useContactDetails } from "../../page/contact-details.ts";
import { LegalText } from "../../features/legal/legal-text.tsx";
import { useMessages } from "../../ui/messages.ts";

export default function Privacy() {
  const { privacy } = useMessages(legalMessages);
  return <LegalText title={privacy.title} sections={privacy.sections(useContactDetails())} />;
}
