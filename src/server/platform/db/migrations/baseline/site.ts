/** Lists the statements for settings, reviews, contact messages and the newsletter. */
export const site = [
  `create table setting (name text primary key, value text not null)`,
  // The number of the newest paper; see `insertPapers`.
  `insert into setting (name, value) values ('lastPaper', '0')`,
  `create table review (
    id text primary key, "userId" text not null references users (id) on delete cascade,
    comment text not null, rating text not null, "createdAt" bigint not null
  )`,
  `create index review_newest on review ("createdAt", id)`,
  `create table "contactMessage" (
    id text primary key, name text not null, email text not null, sub text not null, mess text not null,
    "createdAt" bigint not null, "handledAt" bigint
  )`,
  `create index "contactMessage_newest" on "contactMessage" ("createdAt", id)`,
  // Few messages are open, while the number of handled messages grows.
  `create index "contactMessage_open" on "contactMessage" ("createdAt", id) where "handledAt" is null`,
  `create table "contactDetails" (
    id text not null primary key, version integer not null, settings text not null
  )`,
  `create table subscription (
    id text primary key, email text not null unique, "leaveToken" text not null unique,
    "confirmHash" text unique, "askedAt" bigint not null, "askedBy" text, "confirmedAt" bigint
  )`,
  `create index subscription_asked on subscription ("askedAt")`,
];
