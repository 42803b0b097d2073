import { useContactDetails } from "../../page/contact-details.ts";
import { LegalText } from "../../features/legal/legal-text.tsx";
import { useLegalMessages } from "../../features/legal/legal-messages.ts";

export default function Terms() {
  const { terms } = useLegalMessages();
  return <LegalText title={terms.title} sections={terms.sections(useContactDetails())} />;
}
