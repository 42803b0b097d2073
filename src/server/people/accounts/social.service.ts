import { DomainError, invalid } from "../../../shared/problems/errors.ts";
import type { Actor, User } from "../../../shared/people/policy.ts";
import { returnPath } from "../../../shared/people/return-to.ts";
import type { SignInProblem } from "../../../shared/people/sign-in-problems.ts";
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
  /** The provider; undefined if none is configured. */
  provider: Provider | undefined;
  flows: FlowCookies;
  identitiesRepo: IdentitiesRepo;
  accounts: Pick<AccountsService, "saveUser">;
  sessions: Sessions;
  limits: Pick<LimitsService, "take" | "remember">;
  mail: MailService;
  /** The public origin of the site. */
  origin: string;
  /** The time now, in epoch milliseconds. */
  clock: () => number;
}

/** The options of a login or connection through a provider. */
export interface StartOptions {
  purpose: Flow["purpose"];
  /** The remembered page. */
  from: string | undefined;
  /** The id that a popup window sends with its result; undefined without a popup. */
  popup: string | undefined;
  /** The id of an earlier popup window that this window replaces. */
  earlier: string | undefined;
  /** The origin of the page that sent the request; undefined if the browser does not send it. */
  askedFrom: string | undefined;
}

/** `fault` is a line for the log, if the operator must act. */
export interface Failed {
  problem: SignInProblem;
  fault?: string | undefined;
}

export interface Started {
  problem: undefined;
  setCookies: string[];
  /** The address of the provider's login page. */
  location: string;
  /** The state, from which `leave` finds the login again. */
  state: string;
}

/** The data of a page that leads to the provider. */
export interface Leaving {
  problem: undefined;
  name: string;
  location: string;
}

/** The result of a login, and the page where the person continues. */
export interface Finished extends Partial<Failed> {
  /** Undefined if this browser started no login. */
  flow: Pick<Flow, "purpose" | "from" | "popup"> | undefined;
  setCookies: string[];
}

/** The id of a popup window: a random UUID, so that it can't be guessed. */
const POPUP = /^[0-9a-f-]{36}$/;

/** Login through an OpenID Connect provider, and its connection to an account. */
export function createSocialService(dependencies: SocialDependencies) {
  const { flows, identitiesRepo, accounts, sessions, limits, mail, origin, clock } = dependencies;

  /** @throws DomainError not_found without a provider */
  function provider(): Provider {
    if (!dependencies.provider) throw new DomainError("not_found");
    return dependencies.provider;
  }

  async function signIn(profile: ProviderProfile, visit: Visit): Promise<Failed | { setCookies: string[] }> {
    const known = await identitiesRepo.findUser(profile);
    const person = known ?? (await makePerson(profile)) ?? (await identitiesRepo.findUser(profile));
    // A matching email does not connect an account, because a stranger may have created that account.
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

  /**
   * Saves the provider's name, as `PUT /users` does after a login in a popup (spec §7). A complete profile
   * keeps its name.
   */
  async function saveName(person: UserTable, { displayName, hasName }: ProviderProfile): Promise<void> {
    if (hasName && !person.complete) await accounts.saveUser(person, { email: person.email, displayName });
  }

  /** Mails the account's address about the change, so that its owner notices a change by a thief. */
  const notice =
    ({ email }: User, template: "providerConnected" | "providerDisconnected"): Notify =>
    (within) =>
      mail.send([{ to: email, template, params: { email, provider: provider().name } }], within);

  async function connect(actor: Actor, profile: ProviderProfile, flow: Flow): Promise<Failed | undefined> {
    // A different person may have logged in on this browser since the start, so the session must be the same.
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
    /** The provider that people can log in with; undefined if none is configured. */
    provider: (): Pick<Provider, "name"> | undefined =>
      dependencies.provider && { name: dependencies.provider.name },

    /**
     * Starts a login, or the connection of the person's own account.
     * @throws DomainError not_found without a provider; sign_in_required if a visitor tries to connect
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
     * The address of the provider's login page for a started login.
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
     * Handles the provider's response: logs in, or connects the account.
     * @param answer the query of the request to which the provider redirects the browser
     * @throws DomainError not_found without a provider
     */
    async finish(actor: Actor, answer: URLSearchParams, visit: Visit): Promise<Finished> {
      const there = provider();
      const flow = flows.find(visit.headers, answer.get("state"), clock());
      if (!flow) return { flow, problem: "web-storage-unsupported", setCookies: [] };
      const ended = { flow, setCookies: [flows.end(flow)] };
      if (flow.isSuperseded) return { ...ended, problem: "cancelled-popup-request" };
      try {
        // Each call causes a request to the provider, so the calls are limited.
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

    /** Whether the session of these request headers still waits for the second factor. */
    isHalf: async ({ headers }: Visit): Promise<boolean> => (await sessions.awaiting(headers)) !== undefined,

    /** Whether the person's account is connected to the provider. @throws DomainError sign_in_required */
    async isConnected(actor: Actor): Promise<boolean> {
      const { id } = requireSelf(actor);
      return dependencies.provider !== undefined && identitiesRepo.has(id, dependencies.provider.issuer);
    },

    /**
     * Disconnects the provider from the person's own account.
     * @throws DomainError sign_in_required, step_up_required, not_found without a provider, invalid_input if
     * the person has no password and could not log in again
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
