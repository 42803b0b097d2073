import * as oidc from "openid-client";
import { withoutPermit } from "../../platform/index.ts";
import type { SignInProblem } from "../../../shared/people/sign-in-problems.ts";
import { ResponseTooLarge, providerFetch } from "./provider-fetch.ts";
import { type ProviderProfile, readProfile } from "./provider-profile.ts";

/** The site's registration at a provider. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which has no secret. */
  clientSecret: string | undefined;
  /** The display name, such as Google. */
  name: string;
}

/**
 * The values that link a provider's response to our request: state, nonce (OpenID Connect Core 1.0) and PKCE
 * (RFC 7636).
 */
export interface Challenge {
  state: string;
  nonce: string;
  verifier: string;
}

/** Why a login through a provider failed. `fault` is a line for the log, if the operator must act. */
export class ProviderError extends Error {
  readonly problem: SignInProblem;
  readonly fault: string | undefined;

  constructor(problem: SignInProblem, fault?: string) {
    super(problem);
    this.problem = problem;
    this.fault = fault;
  }
}

/** The path to which the provider redirects the browser. The operator registers this path at the provider. */
export const CALLBACK = "/auth/callback";
/** The time limit for one response of a provider, in seconds. */
const TIMEOUT = 10;

export type Provider = ReturnType<typeof createProvider>;

/**
 * One OpenID Connect provider. The first login fetches the provider's metadata, and a later login retries
 * after a failure. A request that waits for the provider, or for the metadata that another request fetches, holds no
 * permit.
 */
export function createProvider(settings: ProviderSettings, origin: string) {
  let discovered: Promise<oidc.Configuration> | undefined;

  function configuration(): Promise<oidc.Configuration> {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  /** The issuer in its normal form, because it is part of every identity's key. */
  const issuer = new URL(settings.issuer).href;

  async function profileOf(
    answer: URLSearchParams,
    { state, nonce, verifier }: Challenge,
  ): Promise<ProviderProfile> {
    const config = await configuration();
    if (isForged(answer, config.serverMetadata().issuer)) throw new ProviderError("internal-error");
    const url = new URL(`${CALLBACK}?${answer}`, origin);
    try {
      const tokens = await oidc.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const idToken: Record<string, unknown> = tokens.claims() ?? {};
      if (!isForUs(idToken, settings.clientId))
        throw new ProviderError("internal-error", "azp names a different client");
      const userInfo = isComplete(idToken)
        ? {}
        : await moreOf(config, tokens.access_token, String(idToken["sub"]));
      const profile = readProfile(issuer, idToken, userInfo);
      if (typeof profile === "string") throw new ProviderError(profile);
      return profile;
    } catch (error) {
      throw error instanceof ProviderError ? error : providerError(error);
    }
  }

  return {
    issuer,
    name: settings.name,

    newChallenge(): Challenge {
      return {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
    },

    /** The address of the provider's login page. @throws ProviderError */
    async address({ state, nonce, verifier }: Challenge): Promise<string> {
      const config = await withoutPermit(configuration);
      const parameters = {
        redirect_uri: origin + CALLBACK,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      };
      try {
        return oidc.buildAuthorizationUrl(config, parameters).href;
      } catch (error) {
        throw providerError(error);
      }
    },

    /**
     * The identity of a person who logged in at the provider.
     * @param answer the query of the request to which the provider redirects the browser
     * @throws ProviderError
     */
    profile: (answer: URLSearchParams, challenge: Challenge): Promise<ProviderProfile> =>
      withoutPermit(() => profileOf(answer, challenge)),
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  // The ID token arrives over TLS, but we still check its signature.
  const execute = [oidc.enableNonRepudiationChecks];
  // The configuration allows HTTP only on loopback (src/config/env.ts).
  if (server.protocol === "http:") execute.push(oidc.allowInsecureRequests);
  const authentication = clientSecret === undefined ? oidc.None() : oidc.ClientSecretPost(clientSecret);
  try {
    const config = await oidc.discovery(server, clientId, undefined, authentication, {
      execute,
      timeout: TIMEOUT,
      [oidc.customFetch]: providerFetch,
    });
    // For two well-known hosts, the library accepts an issuer that differs from the requested issuer.
    if (new URL(config.serverMetadata().issuer).href !== server.href)
      throw new Error("the response names a different issuer");
    return config;
  } catch (error) {
    const { problem, fault } = providerError(error);
    throw new ProviderError(problem, `discovery: ${fault ?? problem}`);
  }
}

/** Whether a person changed the link by hand. Such a response needs no line in the log. */
function isForged(answer: URLSearchParams, issuer: string): boolean {
  const names = [...answer.keys()];
  return (
    new Set(names).size < names.length || (answer.get("iss") ?? issuer) !== issuer || answer.has("response")
  );
}

/**
 * The library checks the authorized party only if a token has several audiences (OpenID Connect Core 1.0
 * §3.1.3.7).
 */
const isForUs = (claims: Record<string, unknown>, clientId: string): boolean =>
  claims["azp"] === undefined || claims["azp"] === clientId;

/**
 * Many providers put all claims into the ID token. Other providers return the claims from their userinfo
 * endpoint.
 */
const isComplete = (claims: object): boolean => "email" in claims && "name" in claims;

async function moreOf(
  config: oidc.Configuration,
  token: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (!config.serverMetadata().userinfo_endpoint) return {};
  return oidc.fetchUserInfo(config, token, subject);
}

/**
 * OAuth's error codes (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core 1.0 §3.1.2.6), with our error codes.
 */
const problems: Record<string, SignInProblem> = {
  access_denied: "popup-closed-by-user",
  unauthorized_client: "unauthorized-domain",
  invalid_client: "invalid-api-key",
  login_required: "missing-multi-factor-info",
  interaction_required: "missing-multi-factor-info",
  // This code is from "OpenID Connect Core Error Code unmet_authentication_requirements 1.0".
  unmet_authentication_requirements: "missing-multi-factor-info",
  temporarily_unavailable: "network-request-failed",
};

/** Turns an error into a line for the log, without claims or descriptions from a person or a provider. */
function providerError(error: unknown): ProviderError {
  if (error instanceof oidc.AuthorizationResponseError) {
    return new ProviderError(problems[error.error] ?? "internal-error");
  }
  if (error instanceof oidc.ResponseBodyError) {
    const problem = problems[error.error] ?? "internal-error";
    // A code that is used twice or too late is not an error of the site.
    return new ProviderError(
      problem,
      error.error === "invalid_grant" ? undefined : `token endpoint: ${problem}`,
    );
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401)
    return new ProviderError("invalid-api-key", "token endpoint: invalid-api-key");
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof ResponseTooLarge) return new ProviderError("internal-error", cause.message);
  if (isUnreachable(error)) return new ProviderError("network-request-failed", "not reached");
  return new ProviderError("internal-error", error instanceof Error ? error.message : "unknown");
}

/** `fetch` rejects with a TypeError if it can't connect (WHATWG Fetch). A gateway responds with 5xx. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof oidc.ClientError)) return false;
  const status = error.cause instanceof Response ? error.cause.status : 0;
  return error.code === "OAUTH_TIMEOUT" || status >= 500;
}
