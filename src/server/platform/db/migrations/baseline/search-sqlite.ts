import { FACETS, type FacetColumn } from "./facets.ts";
import { isLearned, shownColumn, watched } from "./search.ts";

/**
 * Inserts or updates the entries of some items.
 * @param items a condition on `resource`
 */
const enterItems = (
  items: string,
) => `insert into "searchEntry" ("itemId") select id from resource where ${items}
  on conflict ("itemId") do update set "itemId" = excluded."itemId"`;

/** Fills the parts of an entry that come from its item. An answer uses the parts of its question. */
const fillEntry = (facets: readonly FacetColumn[]) => `update "searchEntry"
  set (title, code, kind, ${facets.map(({ column }) => `"${column}"`).join(", ")}, "createdAt", seen) = (
    select coalesce(parent."searchTitle", item."searchTitle"), coalesce(parent."codeNorm", item."codeNorm"), item.kind,
      ${facets.map((facet) => `coalesce(parent.${shownColumn(facet)}, item.${shownColumn(facet)})`).join(", ")}, item."createdAt",
      item.status = 'Approved' and coalesce(parent.status, 'Approved') = 'Approved'
    from resource as item left join resource as parent on parent.id = item."parentId" where item.id = new."itemId")
  where "docId" = new."docId"`;

/** Indexes the words of an entry. An answer also has the words of its question. */
const indexEntry = `insert into "searchIndex" (rowid, words)
  select new."docId", item."searchText" || ' ' || coalesce(parent."searchText", '')
    || ' kind=' || item.kind || ' status=' || lower(item.status)
    || case when paper."pageWords" <> '' then ' page=' || replace(trim(paper."pageWords"), ' ', ' page=') else '' end
  from resource as item left join resource as parent on parent.id = item."parentId"
    left join file on file.key = item."fileKey" left join paper on paper.sha256 = file.sha256
  where item.id = new."itemId"`;

const wordsOf = (row: string) => `json_each('["' || replace(trim(${row}."searchText"), ' ', '","') || '"]')`;
const learned = isLearned("value", "not glob '*[0-9=]*'");

const learn = `insert into "searchWord" (word) select distinct value
  from "searchEntry" as entry join resource as item on item.id = entry."itemId", ${wordsOf("item")}
  where entry."docId" = new."docId" and entry.seen and ${learned}
    and not exists (select 1 from "searchWord" where word = value and not "isForgotten")`;

/** Returns the triggers that depend on the facets of search entries. */
function entryTriggers(facets: readonly FacetColumn[]): string[] {
  const columns = watched(facets);
  return [
    `create trigger search_item_update
    after update of ${columns.join(", ")} on resource
    when ${columns.map((name) => `old.${name} is not new.${name}`).join(" or ")} begin
    ${enterItems('id = new.id or "parentId" = new.id')};
    insert into "searchDoubt" (word) select value from ${wordsOf("old")}
      where old.status = 'Approved' and ${learned}
        and (new.status <> 'Approved' or old."parentId" is not new."parentId"
          or value not in (select value from ${wordsOf("new")}));
    insert into "searchDoubt" (word) select value from resource as item, ${wordsOf("item")}
      where old.status = 'Approved' and new.status <> 'Approved' and item."parentId" = new.id
        and item.status = 'Approved' and ${learned};
    end`,
    `create trigger search_entry_insert after insert on "searchEntry" begin
    ${fillEntry(facets)}; ${indexEntry}; ${learn}; end`,
    `create trigger search_entry_update after update of "itemId" on "searchEntry" begin
    ${fillEntry(facets)}; delete from "searchIndex" where rowid = new."docId"; ${indexEntry}; ${learn}; end`,
  ];
}

/** Returns the statements that make the triggers fill these facets of search entries. */
export const replaceSqliteTriggers = (facets: readonly FacetColumn[]): string[] => [
  `drop trigger search_item_update`,
  `drop trigger search_entry_insert`,
  `drop trigger search_entry_update`,
  ...entryTriggers(facets),
];

/** Lists the statements for the search index on SQLite. */
export const sqliteSearch = [
  `create table "searchEntry" ("docId" integer primary key,
    "itemId" text not null unique references resource (id) on delete cascade, title text not null default '', code text,
    kind text not null default '', department text, year integer, semester text, "examType" text, university text,
    "createdAt" integer not null default 0, seen integer not null default 0, term text, "set" text)`,
  `create index "searchEntry_title" on "searchEntry" (title, "docId")`,
  `create index "searchEntry_code" on "searchEntry" (code, "docId")`,
  // The input is already normalised by `words()`, with spaces between the words. The ASCII tokenizer keeps
  // all letters of other scripts as parts of a word.
  `create virtual table "searchIndex" using fts5 (words, content='', contentless_delete=1, detail=none,
    tokenize="ascii tokenchars '=-_'")`,
  `create table "searchWord" (
    seq integer primary key, word text not null, "isForgotten" integer not null default 0
  )`,
  `create index "searchWord_word" on "searchWord" (word)`,
  `create index "searchWord_forgotten" on "searchWord" (seq) where "isForgotten"`,
  `create table "searchDoubt" (seq integer primary key, word text not null)`,
  `create trigger search_item_insert after insert on resource begin
    ${enterItems("id = new.id")}; end`,
  `create trigger search_item_delete after delete on resource when old.status = 'Approved' begin
    insert into "searchDoubt" (word) select value from ${wordsOf("old")} where ${learned}; end`,
  `create trigger search_entry_delete after delete on "searchEntry" begin
    delete from "searchIndex" where rowid = old."docId"; end`,
  `create trigger search_paper_update after update of "pageWords" on paper
    when old."pageWords" is not new."pageWords" begin
    update "searchEntry" set "itemId" = "itemId" where "itemId" in (select resource.id
      from file join resource on resource."fileKey" = file.key where file.sha256 = new.sha256); end`,
  ...entryTriggers(FACETS),
];
