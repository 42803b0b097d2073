import { type Area, contains, isEverything, type Placed } from "../moderating/areas.ts";
import { type Decided, mayBeSentAgain } from "../items/status.ts";

/**
 * A user of the site. As an `Actor`, `undefined` is a visitor: a person without a session, or a suspended
 * person.
 */
export interface User {
  id: string;
  email: string;
  displayName: string;
  role: Role;
  /** The areas of a moderator. Without them, a moderator has a student's rights. */
  areas?: readonly Area[];
  photoURL: string | null;
  /** Whether an admin or moderator must set up two-step login first. Until then they have a student's rights. */
  mustEnrol?: true;
  /**
   * The session of the request, with times in epoch milliseconds. Absent if an operator acts, as in an
   * import.
   */
  session?: { id: string; provedAt: number; mfaAt: number | null };
}
export type Role = "student" | "moderator" | "admin";
export type Actor = User | undefined;

/** The data about an item that a policy needs. */
export interface Owned {
  uploaderId: string | null;
}

const isAdmin = (actor: Actor): boolean => actor?.role === "admin" && !actor.mustEnrol;

/** The areas of a moderator; none for everyone else. */
export const areasOf = (actor: Actor): readonly Area[] =>
  actor?.role === "moderator" && !actor.mustEnrol ? (actor.areas ?? []) : [];

const isModerator = (actor: Actor): boolean => areasOf(actor).length > 0;

/** Whether an item is in the actor's area: an admin's area is the whole archive, and a student has none. */
const isInArea = (actor: Actor, item: Placed): boolean =>
  isAdmin(actor) || areasOf(actor).some((area) => contains(area, item));

const isOwn = (actor: Actor, { uploaderId }: Owned): boolean =>
  actor !== undefined && uploaderId === actor.id;

/** Nobody approves an own item, except an admin, because a club may have only one. */
const mayDecide = (actor: Actor, item: Owned & Placed): boolean =>
  isAdmin(actor) || (isInArea(actor, item) && !isOwn(actor, item));

/**
 * The permissions (spec §6), as pure functions of (actor, thing). Services call these functions to check a
 * permission, and pages call them to show or hide a control. No other code decides on permissions.
 */
export const policy = {
  /** Allows seeing everybody's items that are not Approved, in the whole archive. */
  seeUnapproved: (actor: Actor) => isAdmin(actor) || areasOf(actor).some(isEverything),
  /** Allows seeing an item in every status. Queries check the same with `moderated`. */
  moderate: (actor: Actor, item: Placed) => isInArea(actor, item),
  /**
   * Allows deciding on an item, and editing it without approval. Another person decides on a moderator's own item.
   * Queries check the same with `decidable`.
   */
  decide: (actor: Actor, item: Owned & Placed) => mayDecide(actor, item),
  /** Allows deciding on own items. The audit trail says that the item was the admin's own. */
  decideOwn: (actor: Actor) => isAdmin(actor),
  /** Allows seeing the actor's own items in any status. */
  seeOwn: (actor: Actor, item: Owned) => isOwn(actor, item),
  contribute: (actor: Actor) => actor !== undefined,
  /** Allows reading and changing a pile: a draft that nobody but its owner sees, also no admin. */
  usePile: (actor: Actor, pile: { ownerId: string }) => actor !== undefined && pile.ownerId === actor.id,
  /** Allows deciding on items. `decide` says on which. */
  setStatus: (actor: Actor) => isAdmin(actor) || isModerator(actor),
  /**
   * Allows editing an item. An admin can edit any item, and a moderator the items of their area that others
   * contributed; a contributor can edit their own items, but a Cancelled item only if a moderator returned it.
   */
  edit: (actor: Actor, item: Owned & Placed & Decided) =>
    mayDecide(actor, item) || (isOwn(actor, item) && (item.status !== "Cancelled" || mayBeSentAgain(item))),
  /** Allows sending an own item again that a moderator returned. */
  sendAgain: (actor: Actor, item: Owned & Decided) => isOwn(actor, item) && mayBeSentAgain(item),
  /** Allows removing and restoring items, and deciding on deletion requests. `decide` says of which items. */
  removeItem: (actor: Actor) => isAdmin(actor) || isModerator(actor),
  /** Allows reading a person's own lists and user record. */
  readPerson: (actor: Actor, email: string) =>
    isAdmin(actor) || (actor !== undefined && actor.email === email),
  /** Allows changing a name, profile and record. All people, including admins, can change only their own. */
  changePerson: (actor: Actor, email: string) => actor !== undefined && actor.email === email,
  /** Allows seeing whole email addresses in an API response about an item. */
  seeEmail: (actor: Actor, item: Owned & Placed) => isInArea(actor, item) || isOwn(actor, item),
  /** Allows actions that need only an account: the person's own photo, votes and requests. */
  useAccount: (actor: Actor) => actor !== undefined,
  review: (actor: Actor) => actor !== undefined,
  /** Allows voting on an answer, except the person's own. */
  vote: (actor: Actor, item: Owned) => actor !== undefined && item.uploaderId !== actor.id,
  /** Allows rating an item, except the person's own. */
  rate: (actor: Actor, item: Owned) => actor !== undefined && item.uploaderId !== actor.id,
  grantAdmin: (actor: Actor) => isAdmin(actor),
  revokeAdmin: (actor: Actor) => isAdmin(actor),
  /** Allows making a person a moderator, and changing a moderator's areas. */
  grantModerator: (actor: Actor) => isAdmin(actor),
  revokeModerator: (actor: Actor) => isAdmin(actor),
  /** Allows suspending a person, and reinstating them. */
  suspend: (actor: Actor) => isAdmin(actor),
  /** Allows marking contributors as trusted, and changing the rules for it. */
  manageTrust: (actor: Actor) => isAdmin(actor),
  listPeople: (actor: Actor) => isAdmin(actor),
  readAudit: (actor: Actor) => isAdmin(actor),
  enterDashboard: (actor: Actor) => actor !== undefined,
  enterAdmin: (actor: Actor) => isAdmin(actor) || isModerator(actor),
  /** Allows the parts of the admin area that moderators may not use. */
  administer: (actor: Actor) => isAdmin(actor),
  readSubscriptions: (actor: Actor) => isAdmin(actor),
  removeReview: (actor: Actor) => isAdmin(actor),
  /** Allows seeing the progress of text recognition, and pausing and continuing it. */
  manageRecognition: (actor: Actor) => isAdmin(actor),
  /** Allows seeing, starting, pausing and continuing copies of Drive files. */
  manageDriveCopies: (actor: Actor) => isAdmin(actor),
  /** Allows seeing how the server has been running. */
  seeOperations: (actor: Actor) => isAdmin(actor),
  /** Allows seeing, adding and removing short names of courses. */
  manageAliases: (actor: Actor) => isAdmin(actor),
  /** Allows changing the reasons that moderators return items with. */
  manageReasons: (actor: Actor) => isAdmin(actor),
  /** Allows seeing unknown names of universities, and changing the table of universities. */
  manageUniversities: (actor: Actor) => isAdmin(actor),
  /** Allows renaming and merging courses, and setting the months of terms. */
  manageCourses: (actor: Actor) => isAdmin(actor),
  /**
   * Allows recording that an exam of a course was not held.
   * @param course the places that let a moderator decide about it (`server/library/courses/course-permission.rules.ts`)
   */
  recordExam: (actor: Actor, course: { places: readonly Placed[] }) =>
    isAdmin(actor) || course.places.some((place) => isInArea(actor, place)),
  /** Allows seeing and changing the contact details. */
  manageContactDetails: (actor: Actor) => isAdmin(actor),
  /** Allows reading contact messages, and marking them as done. */
  readContactMessages: (actor: Actor) => isAdmin(actor),
  /** Allows reading and dismissing reports. */
  readReports: (actor: Actor) => isAdmin(actor),
  /** Allows reading copyright claims, and deciding on them. */
  decideTakedowns: (actor: Actor) => isAdmin(actor),
  /** Allows keeping the id, status, uploader and dates of imported rows. */
  importAsIs: (actor: Actor) => isAdmin(actor),
  /** Allows seeing when the last backup was made. */
  readBackups: (actor: Actor) => isAdmin(actor),
  exportEverything: (actor: Actor) => isAdmin(actor),
};

export type PolicyName = keyof typeof policy;
