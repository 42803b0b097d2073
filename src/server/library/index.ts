export { createLibrary, type LibraryModule, type LibraryOptions } from "./compose.ts";
export { changedColumns, changedRow } from "./changes/changed-row.ts";
export type { ChangesRepo } from "./changes/changes.repo.ts";
export type { WaitingChange } from "./changes/changes.service.ts";
export { withOptionalFile } from "./changes/edit-item.ts";
export type { ListedMerge } from "./courses/course-changes.repo.ts";
export type { CourseTitles } from "./courses/course-titles.repo.ts";
export type { DepartmentsPage, MergePreview } from "./courses/departments.service.ts";
export { IS_PAPER, membersOf, shownCourse } from "./courses/course-keys.repo.ts";
export { COPY_LIMIT, DRIVE_COPIES, driveCopyHandlers } from "./drive-copies/drive-copies.jobs.ts";
export { createReadDrive } from "./drive-copies/read-drive.ts";
export type { DuplicatesService, SimilarRow, SimilarToDraft } from "./duplicates/duplicates.service.ts";
export { isDifferent, type KnownFacets, namesOfExam } from "./duplicates/reasons.ts";
export type { Votes } from "./feedback/feedback.repo.ts";
export { closeChangesOf, deleteChange, insertChanges } from "./items/change-rows.repo.ts";
export type { Contribute, PublishTrusted } from "./items/contribute.ts";
export type { PlanCopy } from "./items/copy-plan.ts";
export { planCopyOf } from "./items/drive-copy.repo.ts";
export { editedColumns } from "./items/edited-columns.ts";
export { lockItem } from "./items/lock-item.repo.ts";
export { decidedItem, moderatedItem } from "./items/moderated-item.ts";
export { outsideArea } from "./items/outside-area.ts";
export {
  checkedOnly,
  decidable,
  moderated,
  placeColumns,
  reachable,
  visible,
} from "./items/resource-filter.repo.ts";
export { itemFields, resourceRow } from "./items/resource-row.ts";
export { type ResourceRow, resourceRows, visibleRows } from "./items/resource-rows.repo.ts";
export { type Item, fileDownload, presentFacts, presentItem } from "./items/resources.present.ts";
export type { Facets, ResourcesRepo } from "./items/resources.repo.ts";
export type { Page } from "./items/resources.service.ts";
export type { SearchNotes } from "./items/search-in-list.ts";
export { placedItem } from "./items/place-items.repo.ts";
export { removeItem, restoreItem } from "./items/remove-item.repo.ts";
export type { SetStatus } from "./items/set-status.repo.ts";
export type { Suggestions } from "./items/suggest.ts";
export {
  approveItem,
  deleteItems,
  insertItems,
  insertMissingItems,
  updateItem,
} from "./items/write-items.repo.ts";
export { isNotUndone } from "./items/undone.repo.ts";
export { linkCheckHandlers } from "./link-check/link-check.jobs.ts";
export { createProbe } from "./link-check/probe.ts";
export {
  deleteNotices,
  insertNotices,
  type NewNotice,
  type NoticeAct,
  retractNotices,
  retractRemoval,
  notifyContributor,
} from "./notices/insert-notices.repo.ts";
export { noticeMailHandlers } from "./notices/notice-mails.jobs.ts";
export type { NewsSource, NewsWindow } from "./notices/notice-mails.repo.ts";
export { examFacets, type NoticeRow } from "./notices/notices.repo.ts";
export type { Notice } from "./notices/present-notice.ts";
export { REBUILD_LIMIT, rebuildHandlers } from "./search/rebuild.jobs.ts";
export { searchFacets } from "./search/search-facets.ts";
export type { SearchResult } from "./search/search.service.ts";
export type { Suggestion } from "./search/suggestions.ts";
export {
  existsUnderOtherId,
  mergedCode,
  type MovedUniversity,
  shareMerges,
} from "./universities/move-courses.repo.ts";
export type { ShownDepartment } from "./universities/department-names.repo.ts";
export type { ListedUniversity, UniversitiesService } from "./universities/universities.service.ts";
export { createKnownUniversities, universitiesNamed } from "./universities/university-names.repo.ts";
