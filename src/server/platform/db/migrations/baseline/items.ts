/** Lists the statements for uploaded files, the items that show them, and changes of approved items. */
export const items = [
  `create table file (
    key text primary key, sha256 text not null, type text not null, size integer not null,
    "createdAt" bigint not null, "uploaderId" text, name text, width integer, height integer,
    "uploadedSha256" text
  )`,
  `create index file_sha256 on file (sha256)`,
  `create index file_uploaded on file ("uploadedSha256")`,
  `create index file_uploader on file ("uploaderId")`,
  `create table paper (
    sha256 text primary key, pages integer not null, hash text, "createdAt" bigint not null,
    "pageWords" text not null default '', print text, seq bigint
  )`,
  `create unique index paper_seq on paper (seq)`,
  `create table "pageText" (
    sha256 text not null references paper (sha256) on delete cascade, page integer not null,
    source text not null, text text not null, confidence integer not null,
    constraint "pageText_key" primary key (sha256, page)
  )`,
  `create table resource (
    id text primary key, kind text not null, status text not null,
    "uploaderId" text references users (id) on delete set null, "userName" text not null,
    email text not null, "parentId" text references resource (id) on delete cascade, title text not null,
    department text, subject text, code text, "codeNorm" text, "semesterKey" text, year integer,
    university text, "examType" text, link text, "linkKey" text, "fileKey" text references file (key),
    details text not null, "searchText" text not null, version integer not null,
    "createdAt" bigint not null, "updatedAt" bigint not null, reason text, "removedFrom" text,
    "searchTitle" text not null default '', "departmentKey" text, "subjectKey" text, "universityKey" text,
    semester text, term text, "set" text,
    constraint "resource_status" check (status in ('Pending', 'Approved', 'Cancelled'))
  )`,
  `create index resource_admin on resource (kind, "createdAt", id)`,
  `create index resource_children on resource ("parentId", status, "createdAt", id)`,
  `create index resource_code on resource (kind, "codeNorm", status, "createdAt", id)`,
  `create index resource_department on resource (kind, status, "departmentKey", "createdAt", id, year, "semesterKey", "examType")`,
  `create index "resource_departmentYear" on resource (kind, status, "departmentKey", year, "createdAt", id, "semesterKey", "examType")`,
  `create index "resource_examType" on resource (kind, status, "examType", "createdAt", id)`,
  `create index resource_link on resource ("linkKey")`,
  `create index resource_list on resource (kind, status, "createdAt", id)`,
  // The queue of pending items of all kinds reads this index.
  `create index resource_queue on resource (status, "createdAt", id)`,
  `create index resource_semester on resource (kind, status, "semesterKey", "createdAt", id, "examType")`,
  `create index resource_set on resource (kind, status, "set", "createdAt", id)`,
  `create index resource_subject on resource (kind, "subjectKey", status, "createdAt", id)`,
  `create index resource_term on resource (kind, status, term, "createdAt", id)`,
  `create index resource_title on resource (kind, lower(title))`,
  `create index resource_university on resource (kind, status, "universityKey", "createdAt", id, "departmentKey", year, "semesterKey", "examType")`,
  `create index resource_uploader on resource ("uploaderId", kind, "createdAt")`,
  `create index resource_year on resource (kind, status, year, "createdAt", id, "semesterKey", "examType")`,
  // Only one item can use a file, even if two requests claim it at the same time.
  `create unique index resource_file_once on resource ("fileKey") where "fileKey" is not null`,
  // `fileKey` has no foreign key: the server removes the file when nothing shows it.
  `create table "change" (
    "resourceId" text primary key references resource (id) on delete cascade, id text not null,
    "baseVersion" integer not null, fields text not null, "fileKey" text unique,
    "createdAt" bigint not null
  )`,
  `create index change_queue on "change" ("createdAt", "resourceId")`,
];
