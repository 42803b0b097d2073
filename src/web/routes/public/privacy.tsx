import { useContactDetails } from "../../page/contact-details.ts";
import { LegalText } from "../../features/legal/legal-text.tsx";
import { useLegalMessages } from "../../features/legal/legal-messages.ts";

export default function Privacy() {
  const { privacy } = useLegalMessages();
  return <LegalText title={privacy.title} sections={privacy.sections(useContactDetails())} />;
}
