/** Brings the entries of these items in; a condition on `item`, which is a row of `resource`. */
const enter = (items: string) => `insert into "searchEntry" ("itemId", title, code)
  select item.id, coalesce(parent."searchTitle", item."searchTitle"), coalesce(parent."codeNorm", item."codeNorm")
  from resource as item left join resource as parent on parent.id = item."parentId" where ${items}
  on conflict ("itemId") do update set title = excluded.title, code = excluded.code`;

/** Indexes the new entry. An answer has the words of its question. */
const index = `insert into "searchIndex" (rowid, words)
  select new."docId", item."searchText" || ' ' || coalesce(parent."searchText", '')
    || ' kind=' || item.kind || ' status=' || lower(item.status)
    || case when item.status = 'Approved' and coalesce(parent.status, 'Approved') = 'Approved'
         then ' seen=1' else '' end
    || case when paper."pageWords" <> '' then ' page=' || replace(trim(paper."pageWords"), ' ', ' page=') else '' end
  from resource as item left join resource as parent on parent.id = item."parentId"
    left join file on file.key = item."fileKey" left join paper on paper.sha256 = file.sha256
  where item.id = new."itemId"`;

const learn = `insert into "searchWord" (word) select distinct value
  from resource as item, json_each('["' || replace(trim(item."searchText"), ' ', '","') || '"]')
  where item.id = new."itemId" and length(value) > 2 and value not glob '*[0-9=]*'
    and not exists (select 1 from "searchWord" where word = value)`;

/** Not a migration by itself: what 202611210600-search runs on SQLite. */
export const sqliteSearch = [
  `create table "searchEntry" ("docId" integer primary key,
    "itemId" text not null unique references resource (id) on delete cascade, title text not null, code text)`,
  `create index "searchEntry_title" on "searchEntry" (title, "docId")`,
  `create index "searchEntry_code" on "searchEntry" (code, "docId")`,
  // What comes in are words of `words()` between spaces, so that nothing is left to be taken apart or folded: the ASCII
  // tokenizer takes every other letter, of any script, for a part of a word.
  `create virtual table "searchIndex" using fts5 (words, content='', contentless_delete=1, detail=none,
    tokenize="ascii tokenchars '=-_'")`,
  `create table "searchWord" (seq integer primary key, word text not null)`,
  `create index "searchWord_word" on "searchWord" (word)`,
  `create trigger search_item_insert after insert on resource begin
    ${enter("item.id = new.id")}; end`,
  `create trigger search_item_update
    after update of status, "searchText", "searchTitle", "codeNorm", "fileKey" on resource
    when old.status is not new.status or old."searchText" is not new."searchText"
      or old."searchTitle" is not new."searchTitle" or old."codeNorm" is not new."codeNorm"
      or old."fileKey" is not new."fileKey" begin
    ${enter('item.id = new.id or item."parentId" = new.id')}; end`,
  `create trigger search_entry_insert after insert on "searchEntry" begin ${index}; ${learn}; end`,
  `create trigger search_entry_update after update of title on "searchEntry" begin
    delete from "searchIndex" where rowid = new."docId"; ${index}; ${learn}; end`,
  `create trigger search_entry_delete after delete on "searchEntry" begin
    delete from "searchIndex" where rowid = old."docId"; end`,
  `create trigger search_paper_update after update of "pageWords" on paper
    when old."pageWords" is not new."pageWords" begin
    update "searchEntry" set title = title where "itemId" in (select resource.id
      from file join resource on resource."fileKey" = file.key where file.sha256 = new.sha256); end`,
];
