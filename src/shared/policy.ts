import type { Status } from "./status.ts";

/** Who acts. `undefined` is a visitor: nobody, an expired session, or a suspended person. */
export interface User {
  id: string;
  email: string;
  displayName: string;
  role: Role;
  photoURL: string | null;
  /** An admin who must set up a second factor first; until then they may do what a student may. */
  mustEnrol?: true;
  /** The session that they act by; absent where an operator lets them act, as in an import. Epoch milliseconds. */
  session?: { id: string; provedAt: number; mfaAt: number | null };
}
export type Role = "student" | "admin";
export type Actor = User | undefined;

/** What a policy needs to know of an item. */
export interface Owned {
  uploaderId: string | null;
}

const isAdmin = (actor: Actor): boolean => actor?.role === "admin" && !actor.mustEnrol;

/**
 * Who may do what (spec §6): pure functions of (actor, thing), and the only place that decides it.
 * Services call them; pages call them to show or hide a control.
 */
export const policy = {
  /** Items that are not Approved, of anybody. */
  seeUnapproved: (actor: Actor) => isAdmin(actor),
  /** One's own item in any status. */
  seeOwn: (actor: Actor, item: Owned) => actor !== undefined && item.uploaderId === actor.id,
  contribute: (actor: Actor) => actor !== undefined,
  setStatus: (actor: Actor) => isAdmin(actor),
  /** Correct an item's fields: an admin any, its contributor as long as it is not Cancelled. */
  edit: (actor: Actor, item: Owned & { status: Status }) =>
    isAdmin(actor) || (actor !== undefined && item.uploaderId === actor.id && item.status !== "Cancelled"),
  /** Correct anybody's item, at once. */
  editAny: (actor: Actor) => isAdmin(actor),
  /** Take an item out of the archive and give it back, and decide on requests to. */
  removeItem: (actor: Actor) => isAdmin(actor),
  /** The my-lists and the user record of an e-mail. */
  readPerson: (actor: Actor, email: string) =>
    isAdmin(actor) || (actor !== undefined && actor.email === email),
  /** Name, profile and record of an e-mail: the session's own only, an admin's too. */
  changePerson: (actor: Actor, email: string) => actor !== undefined && actor.email === email,
  /** E-mail addresses unmasked in an API answer about somebody's item. */
  seeEmail: (actor: Actor, item: Owned) =>
    isAdmin(actor) || (actor !== undefined && item.uploaderId === actor.id),
  /** What needs an account and nothing else: one's own photo, votes and requests. */
  useAccount: (actor: Actor) => actor !== undefined,
  review: (actor: Actor) => actor !== undefined,
  /** Say whether an answer helped: of anybody's but one's own. */
  vote: (actor: Actor, item: Owned) => actor !== undefined && item.uploaderId !== actor.id,
  /** Rate an item: anybody's but one's own. */
  rate: (actor: Actor, item: Owned) => actor !== undefined && item.uploaderId !== actor.id,
  grantAdmin: (actor: Actor) => isAdmin(actor),
  revokeAdmin: (actor: Actor) => isAdmin(actor),
  /** And reinstate. */
  suspend: (actor: Actor) => isAdmin(actor),
  listPeople: (actor: Actor) => isAdmin(actor),
  readAudit: (actor: Actor) => isAdmin(actor),
  enterDashboard: (actor: Actor) => actor !== undefined,
  enterAdmin: (actor: Actor) => isAdmin(actor),
  readSubscriptions: (actor: Actor) => isAdmin(actor),
  removeReview: (actor: Actor) => isAdmin(actor),
  /** See how far text recognition is, pause it and go on. */
  manageRecognition: (actor: Actor) => isAdmin(actor),
  /** What courses are called for short: see it, add to it and take away. */
  manageAliases: (actor: Actor) => isAdmin(actor),
  /** See and change the settings of the contact details. */
  manageContactDetails: (actor: Actor) => isAdmin(actor),
  /** And say which are dealt with. */
  readContactMessages: (actor: Actor) => isAdmin(actor),
  /** And dismiss them. */
  readReports: (actor: Actor) => isAdmin(actor),
  /** And read them. */
  decideTakedowns: (actor: Actor) => isAdmin(actor),
  /** Keep the id, status, uploader and dates of imported rows. */
  importAsIs: (actor: Actor) => isAdmin(actor),
  exportEverything: (actor: Actor) => isAdmin(actor),
};

export type PolicyName = keyof typeof policy;
