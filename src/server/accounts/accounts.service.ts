import { DomainError, invalid } from "../../shared/errors.ts";
import { type Actor, policy, type User } from "../../shared/policy.ts";
import {
  type Profile,
  profileSchema,
  saveUserSchema,
  signInSchema,
  signUpSchema,
} from "../../shared/schemas/people.ts";
import { parseEmail } from "../../shared/schemas/text.ts";
import { validate } from "../../shared/schemas/validate.ts";
import type { Auth, Session } from "../auth/auth.ts";
import { weakness } from "../auth/weak-password.ts";
import type { UserTable } from "../db/schema.ts";
import type { AccountsRepo } from "./accounts.repo.ts";

export interface AccountsDependencies {
  accounts: AccountsRepo;
  auth: Auth;
  clock: () => number;
}

/** A person who has just signed in, and the cookies for the browser. */
export interface SignedIn {
  person: UserTable;
  setCookies: string[];
}

/** Sign-in, and the person's own record. */
export function createAccountsService({ accounts, auth, clock }: AccountsDependencies) {
  const now = (): string => new Date(clock()).toISOString();

  function own(actor: Actor, email: string): User {
    if (!actor) throw new DomainError("sign_in_required");
    if (!policy.changePerson(actor, email)) throw new DomainError("forbidden");
    return actor;
  }

  async function signedIn({ userId, setCookies }: Session): Promise<SignedIn> {
    return { person: await accounts.get(userId), setCookies };
  }

  return {
    /** @throws DomainError invalid_input */
    async signUp(input: unknown): Promise<SignedIn> {
      const account = validate(signUpSchema, input);
      const weak = weakness(account.password, account.email);
      if (weak) throw invalid("password", weak);
      try {
        return await signedIn(await auth.signUp(account));
      } catch (error) {
        // Of two sign-ups at once with one e-mail, the slower fails at the database.
        if (error instanceof DomainError || !(await accounts.findByEmail(account.email))) throw error;
        throw invalid("email", "emailTaken");
      }
    },
    /** @throws DomainError invalid_input, wrong_credentials, account_suspended */
    signIn: async (input: unknown): Promise<SignedIn> =>
      signedIn(await auth.signIn(validate(signInSchema, input))),
    signOut: (headers: Headers): Promise<string[]> => auth.signOut(headers),
    actor: (headers: Headers): Promise<Actor> => auth.actor(headers),

    /** @throws DomainError not_found, the same for an unknown e-mail and another person's */
    async get(actor: Actor, email: string): Promise<UserTable> {
      const known = parseEmail(email);
      const user = known && policy.readPerson(actor, known) ? await accounts.findByEmail(known) : undefined;
      if (!user) throw new DomainError("not_found");
      return user;
    },

    /**
     * Saves the session's own e-mail and display name (spec §7, `PUT` and `POST /users`).
     * @returns the person's id, and whether the name was another before
     * @throws DomainError sign_in_required, invalid_input, forbidden for another's e-mail
     */
    async saveUser(actor: Actor, input: unknown): Promise<{ id: string; modified: boolean }> {
      if (!actor) throw new DomainError("sign_in_required");
      const { email, displayName } = validate(saveUserSchema, input);
      const { id } = own(actor, email);
      const modified = displayName !== actor.displayName;
      if (modified) await accounts.update(id, { displayName, updatedAt: now() });
      return { id, modified };
    },

    /**
     * Saves the profile and marks it complete (spec §7, `PUT /updateUser`).
     * @throws DomainError sign_in_required, invalid_input, forbidden for another's e-mail
     */
    async updateProfile(actor: Actor, input: unknown): Promise<void> {
      if (!actor) throw new DomainError("sign_in_required");
      const { email, complete: _ignored, ...profile }: Profile = validate(profileSchema, input);
      const { id } = own(actor, email);
      await accounts.update(id, { ...profile, complete: 1, updatedAt: now() });
    },

    listAdmins: (): Promise<UserTable[]> => accounts.listAdmins(),
  };
}
