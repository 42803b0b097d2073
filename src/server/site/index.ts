export { type SiteOptions, createSite } from "./compose.ts";
export type { ContactField } from "./contact/contact-details.service.ts";
export { newsletterHandlers } from "./newsletter/newsletter.jobs.ts";
