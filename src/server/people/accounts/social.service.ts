import { DomainError, invalid } from "../../../shared/errors.ts";
import type { Actor, User } from "../../../shared/policy.ts";
import { returnPath } from "../../../shared/return-to.ts";
import type { SignInProblem } from "../../../shared/sign-in-problems.ts";
import type { Flow, FlowCookies } from "../auth/flow-cookies.ts";
import { type Provider, ProviderError } from "../auth/oidc.ts";
import { isProved, requireProof } from "../auth/proof.ts";
import type { ProviderProfile } from "../auth/provider-profile.ts";
import type { Sessions } from "../auth/sessions.service.ts";
import type { LimitsService, MailService, UserTable, Visit } from "../../platform/index.ts";
import type { AccountsService } from "./accounts.service.ts";
import type { Notify } from "./email-links.repo.ts";
import type { IdentitiesRepo } from "./identities.repo.ts";
import { newUser } from "./new-user.ts";
import { requireSelf } from "./prove.ts";

export interface SocialDependencies {
  /** Undefined where no provider is configured: then nothing here exists. */
  provider: Provider | undefined;
  flows: FlowCookies;
  identitiesRepo: IdentitiesRepo;
  accounts: Pick<AccountsService, "saveUser">;
  sessions: Sessions;
  limits: Pick<LimitsService, "take" | "remember">;
  mail: MailService;
  /** Where people reach the site. */
  origin: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** What somebody asks for when they press the button. */
export interface StartOptions {
  purpose: Flow["purpose"];
  /** The remembered origin. */
  from: string | undefined;
  /** What the window reports under, where there is one. */
  popup: string | undefined;
  /** The same of a window whose place this one takes. */
  earlier: string | undefined;
  /** The origin that the browser says its page is on; undefined where it says nothing. */
  askedFrom: string | undefined;
}

/** `fault` is a sentence for the log, where an operator should know. */
export interface Failed {
  problem: SignInProblem;
  fault?: string | undefined;
}

export interface Started {
  problem: undefined;
  setCookies: string[];
  /** The provider's page. */
  location: string;
  /** By which `leave` finds the sign-in again. */
  state: string;
}

/** A page that leads to the provider. */
export interface Leaving {
  problem: undefined;
  name: string;
  location: string;
}

/** How a sign-in ended, and where it goes on. */
export interface Finished extends Partial<Failed> {
  /** Undefined where this browser began none. */
  flow: Pick<Flow, "purpose" | "from" | "popup"> | undefined;
  setCookies: string[];
}

/** A name that a window reports under: too random to be guessed. */
const POPUP = /^[0-9a-f-]{36}$/;

/** Signing in by an OpenID Connect provider, and connecting an account with it. */
export function createSocialService(dependencies: SocialDependencies) {
  const { flows, identitiesRepo, accounts, sessions, limits, mail, origin, clock } = dependencies;

  /** @throws DomainError not_found where there is none */
  function provider(): Provider {
    if (!dependencies.provider) throw new DomainError("not_found");
    return dependencies.provider;
  }

  async function signIn(profile: ProviderProfile, visit: Visit): Promise<Failed | { setCookies: string[] }> {
    const known = await identitiesRepo.findUser(profile);
    const person = known ?? (await makePerson(profile)) ?? (await identitiesRepo.findUser(profile));
    // An account is never connected by its e-mail alone: who made it may be somebody else.
    if (!person) return { problem: "email-has-account" };
    const started = await sessions.start(person.id, visit);
    if (!started) return { problem: "account-suspended" };
    if (started.half) return { setCookies: started.setCookies };
    if (known) await saveName(known, profile);
    return { setCookies: [...started.setCookies, limits.remember(person.email, visit.client)] };
  }

  async function makePerson(profile: ProviderProfile): Promise<UserTable | undefined> {
    const now = clock();
    const person = newUser(profile, now, true);
    const { provider: issuer, subject } = profile;
    const identity = { provider: issuer, subject, userId: person.id, createdAt: now };
    return (await identitiesRepo.insertUser(person, identity)) ? person : undefined;
  }

  /** As `PUT /users` does after a popup sign-in (spec §7); who has filled in their profile keeps their own name. */
  async function saveName(person: UserTable, { displayName, hasName }: ProviderProfile): Promise<void> {
    if (hasName && !person.complete) await accounts.saveUser(person, { email: person.email, displayName });
  }

  /** Tells the account's address what opens it, so that a thief's change does not go unseen. */
  const notice =
    ({ email }: User, template: "providerConnected" | "providerDisconnected"): Notify =>
    (within) =>
      mail.send([{ to: email, template, params: { email, provider: provider().name } }], within);

  async function connect(actor: Actor, profile: ProviderProfile, flow: Flow): Promise<Failed | undefined> {
    // In the session that asked for it: another person may have signed in here meanwhile.
    if (!actor?.session || actor.session.id !== flow.sessionId || actor.id !== flow.userId)
      return { problem: "sign-in-again" };
    const { provider: issuer, subject } = profile;
    const identity = { provider: issuer, subject, userId: actor.id, createdAt: clock() };
    const notification = notice(actor, "providerConnected");
    const outcome = await identitiesRepo.insert(identity, actor.session.id, notification);
    if (outcome === "ended") return { problem: "sign-in-again" };
    if (outcome === "inserted") {
      return undefined;
    }
    const owner = await identitiesRepo.findUser(profile);
    return owner?.id === identity.userId ? undefined : { problem: "identity-taken" };
  }

  return {
    /** The provider that people may sign in with; undefined where none is configured. */
    provider: (): Pick<Provider, "name"> | undefined =>
      dependencies.provider && { name: dependencies.provider.name },

    /**
     * Begins to sign in, or to connect one's account.
     * @throws DomainError not_found without a provider; to connect, sign_in_required
     */
    async start(actor: Actor, options: StartOptions, { headers }: Visit): Promise<Started | Failed> {
      const { purpose, popup, earlier, askedFrom } = options;
      const challenge = provider().newChallenge();
      if (askedFrom !== undefined && askedFrom !== origin) return { problem: "unauthorized-domain" };
      const flow: Flow = {
        ...challenge,
        purpose,
        from: returnPath(options.from),
        startedAt: clock(),
      };
      if (popup && POPUP.test(popup)) flow.popup = popup;
      if (purpose === "connect") {
        const self = requireSelf(actor);
        if (!isProved(self, clock())) return { problem: "sign-in-again" };
        Object.assign(flow, { userId: self.id, sessionId: self.session.id });
      }
      try {
        const location = await provider().address(challenge);
        return {
          problem: undefined,
          setCookies: flows.begin(headers, flow, earlier),
          location,
          state: flow.state,
        };
      } catch (error) {
        return failed(error);
      }
    },

    /**
     * Where a sign-in that has begun leaves the site.
     * @throws DomainError not_found without a provider
     */
    async leave(state: string | null, { headers }: Visit): Promise<Leaving | Failed> {
      const there = provider();
      const flow = flows.find(headers, state, clock());
      if (!flow) return { problem: "web-storage-unsupported" };
      try {
        const location = await there.address(flow);
        return { problem: undefined, name: there.name, location };
      } catch (error) {
        return failed(error);
      }
    },

    /**
     * Takes what the provider answered: signs in, or connects.
     * @param answer the query that the person came back with
     * @throws DomainError not_found without a provider
     */
    async finish(actor: Actor, answer: URLSearchParams, visit: Visit): Promise<Finished> {
      const there = provider();
      const flow = flows.find(visit.headers, answer.get("state"), clock());
      if (!flow) return { flow, problem: "web-storage-unsupported", setCookies: [] };
      const ended = { flow, setCookies: [flows.end(flow)] };
      if (flow.isSuperseded) return { ...ended, problem: "cancelled-popup-request" };
      try {
        // Each answer costs a question to the provider.
        await limits.take("provider", { client: visit.client });
        const profile = await there.profile(answer, flow);
        if (flow.purpose === "connect") return { ...ended, ...(await connect(actor, profile, flow)) };
        const signedIn = await signIn(profile, visit);
        if ("problem" in signedIn) return { ...ended, ...signedIn };
        return { flow, setCookies: [...ended.setCookies, ...signedIn.setCookies] };
      } catch (error) {
        return { ...ended, ...failed(error) };
      }
    },

    /** Whether the second factor is yet to be given in the session of these request headers. */
    isHalf: async ({ headers }: Visit): Promise<boolean> => (await sessions.awaiting(headers)) !== undefined,

    /** Whether the provider opens the person's account. @throws DomainError sign_in_required */
    async isConnected(actor: Actor): Promise<boolean> {
      const { id } = requireSelf(actor);
      return dependencies.provider !== undefined && identitiesRepo.has(id, dependencies.provider.issuer);
    },

    /**
     * Takes the provider away from one's account.
     * @throws DomainError sign_in_required, step_up_required, not_found without a provider, invalid_input for who
     *   has no password yet and could not come back
     */
    async disconnect(actor: Actor): Promise<void> {
      const self = requireSelf(actor);
      requireProof(self, clock());
      const notification = notice(self, "providerDisconnected");
      if ((await identitiesRepo.remove(self.id, provider().issuer, notification)) === "last")
        throw invalid("provider", "onlyWayIn");
    },
  };
}

function failed(error: unknown): Failed {
  if (error instanceof DomainError && error.code === "too_many_requests")
    return { problem: "too-many-tries" };
  if (!(error instanceof ProviderError)) throw error;
  return { problem: error.problem, fault: error.fault };
}
