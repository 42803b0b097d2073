/** Lists the statements for jobs, the audit trail, limits, locks of uploads and measurements. */
export const work = [
  `create table job (
    id text primary key, kind text not null, payload text not null, state text not null,
    attempts integer not null, "runAt" bigint not null, "leaseUntil" bigint, "lastError" text,
    "createdAt" bigint not null, "updatedAt" bigint not null, lane text not null default 'mail',
    owner text not null default '', subject text, "requestId" text,
    constraint "job_state" check (state in ('queued', 'running', 'dead'))
  )`,
  `create index job_lease on job (state, "leaseUntil")`,
  `create index job_subject on job (subject)`,
  `create index job_turn on job (lane, state, owner, "runAt", id)`,
  `create table "jobUse" (
    owner text not null, day integer not null, "turnMs" bigint not null, pages integer not null,
    constraint "jobUse_key" primary key (owner, day)
  )`,
  // The trail has no foreign keys, because it outlives the people in it.
  `create table audit (
    id text primary key, at bigint not null, "actorId" text, "actorEmail" text, "targetId" text not null,
    "targetEmail" text not null, action text not null, details text not null
  )`,
  `create index audit_newest on audit (at, id)`,
  `create table "rateLimit" (key text primary key, "fullAt" bigint not null)`,
  `create index "rateLimit_fullAt" on "rateLimit" ("fullAt")`,
  `create table "uploadLock" (
    id text primary key, holder text not null, "leaseUntil" bigint not null, wanted integer not null
  )`,
  `create table "operationsSample" (
    at bigint not null, machine text not null, requests integer not null, errors integer not null,
    "p95Ms" integer, "cacheHits" integer not null, "cacheLookups" integer not null,
    queued integer not null, dead integer not null, "pagesWaiting" integer not null,
    "diskFree" bigint not null, memory bigint not null,
    constraint "operationsSample_key" primary key (at, machine)
  )`,
];
