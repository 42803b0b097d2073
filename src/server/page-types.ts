// The types of services that pages use, by way of `web/context.ts`.
export type { ResetLogin } from "./accounts/credentials.service.ts";
export type { Failed, Finished } from "./accounts/social.service.ts";
export type { ContactField } from "./contact/contact-details.service.ts";
export type { Votes } from "./feedback/feedback.repo.ts";
export type { SimilarToDraft } from "./duplicates/duplicates.service.ts";
export type { Proposal } from "./ocr/propose-facts.ts";
export type { PaperProposal } from "./ocr/recognition.service.ts";
export type { HandedIn } from "./files/files.service.ts";
export type { PageText, PaperTexts } from "./ocr/recognition.service.ts";
export type { Visit } from "./client.ts";
export type { Item } from "./resources/resources.present.ts";
export type { ResourceRow } from "./resources/resources.repo.ts";
export type { Suggestions } from "./resources/suggest.ts";
export type { SearchResult, SearchTold } from "./search/search.service.ts";
export type { Facets } from "./resources/resources.repo.ts";
