/** Lists the statements for what readers and admins say about items: votes, ratings, reports, claims, links, duplicates. */
export const feedback = [
  `create table vote (
    "itemId" text not null references resource (id) on delete cascade,
    "userId" text not null references users (id) on delete cascade, helpful integer not null,
    "votedAt" bigint not null,
    constraint "vote_once" primary key ("itemId", "userId"),
    constraint "vote_helpful" check (helpful in (0, 1))
  )`,
  `create index vote_user on vote ("userId")`,
  `create table rating (
    "itemId" text not null references resource (id) on delete cascade,
    "userId" text not null references users (id) on delete cascade, halves integer not null,
    "ratedAt" bigint not null,
    constraint "rating_once" primary key ("itemId", "userId"),
    constraint "rating_halves" check (halves between 2 and 10)
  )`,
  `create index rating_user on rating ("userId")`,
  `create table report (
    id text primary key, "itemId" text not null references resource (id) on delete cascade,
    "userId" text references users (id) on delete set null, reason text not null, comment text not null,
    "createdAt" bigint not null, "handledAt" bigint
  )`,
  `create index report_item on report ("itemId")`,
  `create index report_newest on report ("createdAt", id)`,
  `create index report_open on report ("itemId", "createdAt") where "handledAt" is null`,
  `create index report_user on report ("userId")`,
  `create table "deletionRequest" (
    "resourceId" text primary key references resource (id) on delete cascade,
    "userId" text not null references users (id) on delete cascade, "askedAt" bigint not null,
    outcome text
  )`,
  `create index "deletionRequest_user" on "deletionRequest" ("userId")`,
  // A claim has no foreign keys, because it outlives its item and the account of the deciding admin.
  `create table takedown (
    id text primary key, "itemId" text not null, "itemKind" text not null, "itemTitle" text not null,
    name text not null, email text not null, work text not null, signature text not null,
    "createdAt" bigint not null, "decidedAt" bigint, "decidedBy" text, outcome text, note text
  )`,
  `create index takedown_open on takedown ("createdAt", id) where "decidedAt" is null`,
  `create table "notSame" (
    "oneId" text not null references resource (id) on delete cascade,
    "otherId" text not null references resource (id) on delete cascade, "saidAt" bigint not null,
    constraint "notSame_once" primary key ("oneId", "otherId"),
    constraint "notSame_order" check ("oneId" < "otherId")
  )`,
  `create index "notSame_other" on "notSame" ("otherId")`,
  `create table "brokenLink" (
    "itemId" text not null references resource (id) on delete cascade, reporter text not null,
    link text not null, "reportedAt" bigint not null,
    constraint "brokenLink_once" primary key ("itemId", reporter)
  )`,
  `create table "linkCheck" (
    "itemId" text primary key references resource (id) on delete cascade, link text not null,
    failures integer not null, "dueAt" bigint not null
  )`,
  `create index "linkCheck_due" on "linkCheck" ("dueAt", "itemId")`,
];
