import { useRouteLoaderData } from "react-router";
import type { ContactDetails } from "../../shared/people/contact-details.ts";

/** The contact details from the loader of the root; empty if the loader failed. */
export function useContactDetails(): ContactDetails {
  return (useRouteLoaderData("root") as { contact: ContactDetails } | undefined)?.contact ?? {};
}
