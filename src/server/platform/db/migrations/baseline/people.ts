/** Lists the statements for accounts, their logins and their second factors. */
export const people = [
  `create table users (
    id text primary key, email text not null unique, "displayName" text not null, "photoURL" text,
    department text, roll text, university text, complete integer not null default 0,
    role text not null default 'student', "emailVerifiedAt" bigint, "suspendedAt" bigint,
    "createdAt" bigint not null default 0, "updatedAt" bigint not null default 0, "photoKey" text,
    constraint "users_role" check (role in ('student', 'admin'))
  )`,
  `create unique index users_photo on users ("photoKey") where "photoKey" is not null`,
  `create table password (
    "userId" text primary key references users (id) on delete cascade, hash text not null,
    "changedAt" bigint not null
  )`,
  `create table session (
    id text primary key, "tokenHash" text not null unique,
    "userId" text not null references users (id) on delete cascade, "userAgent" text,
    "createdAt" bigint not null, "provedAt" bigint not null, "mfaAt" bigint, "expiresAt" bigint not null
  )`,
  `create index "session_user" on session ("userId")`,
  `create table identity (
    provider text not null, subject text not null,
    "userId" text not null references users (id) on delete cascade, "createdAt" bigint not null,
    constraint "identity_key" primary key (provider, subject)
  )`,
  `create index identity_user on identity ("userId")`,
  `create table "emailToken" (
    id text primary key, purpose text not null, "tokenHash" text not null unique,
    "userId" text references users (id) on delete cascade, email text not null, payload text not null,
    "expiresAt" bigint not null
  )`,
  `create index "emailToken_email" on "emailToken" (email)`,
  `create index "emailToken_expiry" on "emailToken" ("expiresAt")`,
  `create index "emailToken_user" on "emailToken" ("userId")`,
  `create table "secondFactor" (
    "userId" text primary key references users (id) on delete cascade, secret text not null,
    "confirmedAt" bigint, "lastStep" bigint not null, failures integer not null,
    "lockedUntil" bigint not null
  )`,
  `create table "recoveryCode" (
    "userId" text not null references users (id) on delete cascade, "codeHash" text not null,
    constraint "recoveryCode_key" primary key ("userId", "codeHash")
  )`,
];
