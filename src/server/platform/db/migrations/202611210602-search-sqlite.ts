import { type EntryFacet, FACETS, watched } from "./202611210601-search-postgres.ts";

/**
 * Inserts or updates the entries of some items.
 * @param items a condition on `resource`
 */
export const enterItems = (
  items: string,
) => `insert into "searchEntry" ("itemId") select id from resource where ${items}
  on conflict ("itemId") do update set "itemId" = excluded."itemId"`;

/** Fills the parts of an entry that come from its item. An answer uses the parts of its question. */
export const fillEntry = (facets: readonly EntryFacet[]) => `update "searchEntry"
  set (title, code, kind, ${facets.map(({ column }) => column).join(", ")}, "createdAt", seen) = (
    select coalesce(parent."searchTitle", item."searchTitle"), coalesce(parent."codeNorm", item."codeNorm"), item.kind,
      ${facets.map(({ value }) => `coalesce(parent.${value}, item.${value})`).join(", ")}, item."createdAt",
      item.status = 'Approved' and coalesce(parent.status, 'Approved') = 'Approved'
    from resource as item left join resource as parent on parent.id = item."parentId" where item.id = new."itemId")
  where "docId" = new."docId"`;

/** The event and condition of the trigger that updates the entry of a changed item. */
export const itemUpdated = (
  facets: readonly EntryFacet[],
) => `after update of ${watched(facets).join(", ")} on resource
    when ${watched(facets)
      .map((name) => `old.${name} is not new.${name}`)
      .join(" or ")}`;

/** Indexes the words of an entry. An answer also has the words of its question. */
export const indexEntry = `insert into "searchIndex" (rowid, words)
  select new."docId", item."searchText" || ' ' || coalesce(parent."searchText", '')
    || ' kind=' || item.kind || ' status=' || lower(item.status)
    || case when paper."pageWords" <> '' then ' page=' || replace(trim(paper."pageWords"), ' ', ' page=') else '' end
  from resource as item left join resource as parent on parent.id = item."parentId"
    left join file on file.key = item."fileKey" left join paper on paper.sha256 = file.sha256
  where item.id = new."itemId"`;

const learn = `insert into "searchWord" (word) select distinct value
  from resource as item, json_each('["' || replace(trim(item."searchText"), ' ', '","') || '"]')
  where item.id = new."itemId" and length(value) > 2 and value not glob '*[0-9=]*'
    and not exists (select 1 from "searchWord" where word = value)`;

/** The statements that migration 202611210600-search runs on SQLite. */
export const sqliteSearch = [
  `create table "searchEntry" ("docId" integer primary key,
    "itemId" text not null unique references resource (id) on delete cascade, title text not null default '', code text,
    kind text not null default '', department text, year integer, semester text, "examType" text, university text,
    "createdAt" integer not null default 0, seen integer not null default 0)`,
  `create index "searchEntry_title" on "searchEntry" (title, "docId")`,
  `create index "searchEntry_code" on "searchEntry" (code, "docId")`,
  // The input is already normalised by `words()`, with spaces between the words. The ASCII tokenizer keeps
  // all letters of other scripts as parts of a word.
  `create virtual table "searchIndex" using fts5 (words, content='', contentless_delete=1, detail=none,
    tokenize="ascii tokenchars '=-_'")`,
  `create table "searchWord" (seq integer primary key, word text not null)`,
  `create index "searchWord_word" on "searchWord" (word)`,
  `create trigger search_item_insert after insert on resource begin
    ${enterItems("id = new.id")}; end`,
  `create trigger search_item_update
    ${itemUpdated(FACETS)} begin
    ${enterItems('id = new.id or "parentId" = new.id')}; end`,
  `create trigger search_entry_insert after insert on "searchEntry" begin ${fillEntry(FACETS)}; ${indexEntry}; ${learn}; end`,
  `create trigger search_entry_update after update of "itemId" on "searchEntry" begin
    ${fillEntry(FACETS)}; delete from "searchIndex" where rowid = new."docId"; ${indexEntry}; ${learn}; end`,
  `create trigger search_entry_delete after delete on "searchEntry" begin
    delete from "searchIndex" where rowid = old."docId"; end`,
  `create trigger search_paper_update after update of "pageWords" on paper
    when old."pageWords" is not new."pageWords" begin
    update "searchEntry" set "itemId" = "itemId" where "itemId" in (select resource.id
      from file join resource on resource."fileKey" = file.key where file.sha256 = new.sha256); end`,
];
