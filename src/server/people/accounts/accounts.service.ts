import { authorize } from "../../../shared/people/authorize.ts";
import { DomainError } from "../../../shared/problems/errors.ts";
import { fileAddress } from "../../../shared/files/files.ts";
import { type Actor, policy } from "../../../shared/people/policy.ts";
import {
  ownUniversitySchema,
  type Profile,
  profileKeepingPhotoSchema,
  profileSchema,
  saveUserSchema,
  signInSchema,
} from "../../../shared/schemas/people.ts";
import { parseEmail } from "../../../shared/schemas/text.ts";
import { validate } from "../../../shared/schemas/validate.ts";
import type { Passwords } from "../auth/passwords.service.ts";
import type { Sessions } from "../auth/sessions.service.ts";
import type { LimitsService, UserTable, Visit } from "../../platform/index.ts";
import type { Account } from "./accounts.present.ts";
import type { AccountsRepo } from "./accounts.repo.ts";
import { countGuess } from "./count-guess.ts";
import type { PhotoRepo } from "./photo.repo.ts";
import type { SignedIn } from "./sign-up.service.ts";

export interface AccountsDependencies {
  accountsRepo: AccountsRepo;
  sessions: Sessions;
  passwords: Passwords;
  limits: Pick<LimitsService, "attempt" | "remember">;
  photoRepo: PhotoRepo;
  /** Removes bytes that no file needs. If that fails, the sweeper removes them later. */
  discard: (sha256s: string[]) => Promise<void>;
  /** The public origin of the site. */
  origin: string;
  clock: () => number;
}

/** Login, and a person's own data. */
export function createAccountsService(dependencies: AccountsDependencies) {
  const { accountsRepo, photoRepo, discard, sessions, limits, origin, clock } = dependencies;

  return {
    /**
     * @throws DomainError invalid_input; wrong_credentials, the same for an unknown email and a wrong
     * password; account_suspended, only after the right password; too_many_requests; unavailable if too many
     * passwords wait for hashing
     */
    async signIn(input: unknown, visit: Visit): Promise<SignedIn> {
      const { email, password } = validate(signInSchema, input);
      const { client } = visit;
      const guess = await countGuess(dependencies, { client, account: email });
      const person = await accountsRepo.findByEmail(email);
      const stored = person && (await accountsRepo.findPassword(person.id));
      if (!(await guess.matches(password, stored?.hash)) || !person)
        throw new DomainError("wrong_credentials");
      // The login fails if the account was suspended or its password was changed during the comparison.
      const started = await sessions.start(person.id, visit, { passwordSetAt: stored?.changedAt });
      if (started?.half) return { person, ...started };
      if (started) {
        const setCookies = [...started.setCookies, limits.remember(email, client)];
        return { person: await accountsRepo.withRole(person), half: false, setCookies };
      }
      const now = await accountsRepo.findByEmail(email);
      throw new DomainError(now?.suspendedAt ? "account_suspended" : "wrong_credentials");
    },

    /**
     * Ends the session of these request headers, if there is one.
     * @returns cookies that clear the browser's cookies
     */
    signOut: (headers: Headers): Promise<string[]> => sessions.end(headers),

    /**
     * The person of these request headers; undefined without a complete session, and for a suspended person.
     */
    actor: (headers: Headers): Promise<Actor> => sessions.actor(headers),

    /** Returns whether the browser sends a session that has ended, also because the person is suspended. */
    hasEnded: (headers: Headers): Promise<boolean> => sessions.hasEnded(headers),

    /** @throws DomainError not_found, the same for an unknown email and another person's email */
    async get(actor: Actor, email: string): Promise<Account> {
      const known = parseEmail(email);
      const user =
        known && policy.readPerson(actor, known) ? await accountsRepo.findByEmail(known) : undefined;
      if (!user) throw new DomainError("not_found");
      return accountsRepo.withRole(user);
    },

    /**
     * Saves the email and display name of the session's person (spec §7, `PUT` and `POST /users`).
     * @returns the person's id, and whether the name changed
     * @throws DomainError sign_in_required, invalid_input, forbidden for another person's email
     */
    async saveUser(actor: Actor, input: unknown): Promise<{ id: string; modified: boolean }> {
      const self = authorize(actor, "useAccount");
      const { email, displayName } = validate(saveUserSchema, input);
      const { id } = authorize(actor, "changePerson", email);
      const modified = displayName !== self.displayName;
      if (modified) await accountsRepo.update(id, { displayName, updatedAt: clock() });
      return { id, modified };
    },

    /**
     * Saves the profile and marks it complete (spec §7, `PUT /updateUser`). An external address replaces an
     * uploaded photo. Without an address, or with the photo's own address, the photo does not change.
     * @throws DomainError sign_in_required, invalid_input, forbidden for another person's email
     */
    async updateProfile(actor: Actor, input: unknown): Promise<void> {
      const self = authorize(actor, "useAccount");
      const { photoKey } = await accountsRepo.get(self.id);
      if (photoKey !== null && keepsPhoto(input, fileAddress(origin, photoKey))) {
        const { photoURL: _kept, ...rest } = input as Record<string, unknown>;
        const { email, complete: _ignored, ...profile } = validate(profileKeepingPhotoSchema, rest);
        await accountsRepo.update(authorize(actor, "changePerson", email).id, {
          ...profile,
          complete: 1,
          updatedAt: clock(),
        });
        return;
      }
      const { email, complete: _ignored, ...profile }: Profile = validate(profileSchema, input);
      const changes = { ...profile, complete: 1, updatedAt: clock() };
      const freed = await photoRepo.replace(authorize(actor, "changePerson", email).id, changes);
      if (Array.isArray(freed)) await discard(freed);
    },

    /**
     * Saves the university and department of the session's person, whose other details stay as they are.
     * @param input `{university, department}`; "" for no department
     * @throws DomainError sign_in_required, invalid_input
     */
    async chooseUniversity(actor: Actor, input: unknown): Promise<void> {
      const self = authorize(actor, "useAccount");
      const { university, department } = validate(ownUniversitySchema, input);
      await accountsRepo.update(self.id, { university, department: department || null, updatedAt: clock() });
    },

    listAdmins: (): Promise<UserTable[]> => accountsRepo.listAdmins(),
  };
}

/** Whether the input has no photo address, or the address of the current photo. */
function keepsPhoto(input: unknown, address: string): boolean {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return false;
  const { photoURL } = input as { photoURL?: unknown };
  return photoURL === undefined || photoURL === "" || photoURL === address;
}

export type AccountsService = ReturnType<typeof createAccountsService>;
