// The types of services that pages use, by way of `web/page/context.ts`.
export type { ResetLogin } from "./people/accounts/credentials.service.ts";
export type { Failed, Finished } from "./people/accounts/social.service.ts";
export type { ContactField } from "./site/contact/contact-details.service.ts";
export type { Votes } from "./archive/feedback/feedback.repo.ts";
export type { SimilarToDraft } from "./archive/duplicates/duplicates.service.ts";
export type { Proposal } from "./files/recognition/propose-facts.ts";
export type { PaperProposal } from "./files/recognition/recognition.service.ts";
export type { UploadedFile } from "./files/storage/files.service.ts";
export type { PageText, PaperTexts } from "./files/recognition/recognition.service.ts";
export type { Visit } from "./platform/client.ts";
export type { Item } from "./archive/items/resources.present.ts";
export type { ResourceRow } from "./archive/items/resources.repo.ts";
export type { Suggestions } from "./archive/items/suggest.ts";
export type { SearchNotes } from "./archive/items/search-in-list.ts";
export type { SearchResult } from "./archive/search/search.service.ts";
export type { Facets } from "./archive/items/resources.repo.ts";
