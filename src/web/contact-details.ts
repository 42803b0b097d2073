import { useRouteLoaderData } from "react-router";
import type { ContactDetails } from "../shared/contact-details.ts";

/** How to reach the operator, from the root's loader; nothing where that failed. */
export function useContactDetails(): ContactDetails {
  return (useRouteLoaderData("root") as { contact: ContactDetails } | undefined)?.contact ?? {};
}
