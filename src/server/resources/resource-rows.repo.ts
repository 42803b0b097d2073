import { sql } from "kysely";
import type { Query, ResourceTable } from "../db/schema.ts";

/** What only the database compares by. */
type Compared =
  | "departmentKey"
  | "subjectKey"
  | "universityKey"
  | "codeNorm"
  | "linkKey"
  | "searchText"
  | "searchTitle";

export interface ResourceRow extends Omit<ResourceTable, Compared> {
  /** Of the account where there is one, else as given at import. */
  uploaderName: string;
  uploaderEmail: string;
  parentSubject: string | null;
  parentDepartment: string | null;
  parentCode: string | null;
  parentYear: number | null;
  answerCount: number;
  /** Half stars of all readers together. */
  ratingHalves: number;
  ratingCount: number;
  /** Of the handed-in file or image; null where there is none. */
  fileType: string | null;
  fileSize: number | null;
  filePages: number | null;
  /** In px; of an image. */
  fileWidth?: number | null | undefined;
  fileHeight?: number | null | undefined;
}

/** Items with what they take from their contributor and from the item above them; the table is `resource`. */
export function resourceRows(db: Query) {
  return (
    db
      .selectFrom("resource")
      .leftJoin("users", "users.id", "resource.uploaderId")
      .leftJoin("resource as parent", "parent.id", "resource.parentId")
      .leftJoin("file", "file.key", "resource.fileKey")
      .leftJoin("paper", "paper.sha256", "file.sha256")
      // Most of what a read of a list takes is taking columns out of rows.
      .select([
        "resource.id",
        "resource.kind",
        "resource.status",
        "resource.reason",
        "resource.removedFrom",
        "resource.uploaderId",
        "resource.userName",
        "resource.email",
        "resource.parentId",
        "resource.title",
        "resource.department",
        "resource.subject",
        "resource.code",
        "resource.semester",
        "resource.year",
        "resource.university",
        "resource.examType",
        "resource.link",
        "resource.fileKey",
        "resource.details",
        "resource.version",
        "resource.createdAt",
        "resource.updatedAt",
      ])
      .select((eb) => [
        eb.fn.coalesce("users.displayName", "resource.userName").as("uploaderName"),
        eb.fn.coalesce("users.email", "resource.email").as("uploaderEmail"),
        "parent.subject as parentSubject",
        "parent.department as parentDepartment",
        "parent.code as parentCode",
        "parent.year as parentYear",
        "file.type as fileType",
        "file.size as fileSize",
        "file.width as fileWidth",
        "file.height as fileHeight",
        "paper.pages as filePages",
        sql<number>`(select count(*) from resource as child
        where child."parentId" = resource.id and child.status = 'Approved')`.as("answerCount"),
        sql<number>`(select coalesce(sum(halves), 0) from rating where rating."itemId" = resource.id)`.as(
          "ratingHalves",
        ),
        sql<number>`(select count(*) from rating where rating."itemId" = resource.id)`.as("ratingCount"),
      ])
  );
}
