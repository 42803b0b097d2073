import * as oidc from "openid-client";
import type { SignInProblem } from "../../../shared/sign-in-problems.ts";
import { AnswerTooLarge, providerFetch } from "./provider-fetch.ts";
import { type ProviderProfile, readProfile } from "./provider-profile.ts";

/** How the site is known to a provider. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which has none. */
  clientSecret: string | undefined;
  /** As people read it, such as Google. */
  name: string;
}

/**
 * The values that tie a provider's answer to our question: state, nonce (OpenID Connect Core 1.0) and PKCE (RFC 7636).
 */
export interface Challenge {
  state: string;
  nonce: string;
  verifier: string;
}

/** Why a provider signed nobody in. `fault` is a sentence for the log where an operator should know. */
export class ProviderError extends Error {
  readonly problem: SignInProblem;
  readonly fault: string | undefined;

  constructor(problem: SignInProblem, fault?: string) {
    super(problem);
    this.problem = problem;
    this.fault = fault;
  }
}

/** The path to which the provider sends people back, below the site's origin; as it is registered there. */
export const CALLBACK = "/auth/callback";
/** How long a provider may take for one answer. In seconds. */
const TIMEOUT = 10;

export type Provider = ReturnType<typeof createProvider>;

/** One OpenID Connect provider. Its metadata is fetched at the first login, and again after a failure. */
export function createProvider(settings: ProviderSettings, origin: string) {
  let discovered: Promise<oidc.Configuration> | undefined;

  function configuration(): Promise<oidc.Configuration> {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  /** One spelling of the issuer: part of every identity's key. */
  const issuer = new URL(settings.issuer).href;

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

    /** The address where the person logs in. @throws ProviderError */
    async address({ state, nonce, verifier }: Challenge): Promise<string> {
      const config = await configuration();
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
     * @param answer the query that the person came back with
     * @throws ProviderError
     */
    async profile(answer: URLSearchParams, { state, nonce, verifier }: Challenge): Promise<ProviderProfile> {
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
          throw new ProviderError("internal-error", "azp names another");
        const userInfo = isComplete(idToken)
          ? {}
          : await moreOf(config, tokens.access_token, String(idToken["sub"]));
        const profile = readProfile(issuer, idToken, userInfo);
        if (typeof profile === "string") throw new ProviderError(profile);
        return profile;
      } catch (error) {
        throw error instanceof ProviderError ? error : providerError(error);
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  // The ID token comes by TLS; its signature is verified all the same.
  const execute = [oidc.enableNonRepudiationChecks];
  // The configuration allows it on loopback alone (src/config/env.ts).
  if (server.protocol === "http:") execute.push(oidc.allowInsecureRequests);
  const authentication = clientSecret === undefined ? oidc.None() : oidc.ClientSecretPost(clientSecret);
  try {
    const config = await oidc.discovery(server, clientId, undefined, authentication, {
      execute,
      timeout: TIMEOUT,
      [oidc.customFetch]: providerFetch,
    });
    // The library lets two well-known hosts answer for other issuers than the one that was asked for.
    if (new URL(config.serverMetadata().issuer).href !== server.href)
      throw new Error("another issuer answered");
    return config;
  } catch (error) {
    const { problem, fault } = providerError(error);
    throw new ProviderError(problem, `discovery: ${fault ?? problem}`);
  }
}

/** Problems that only a person's own odd link causes: they are not worth a line in the log. */
function isForged(answer: URLSearchParams, issuer: string): boolean {
  const names = [...answer.keys()];
  return (
    new Set(names).size < names.length || (answer.get("iss") ?? issuer) !== issuer || answer.has("response")
  );
}

/** The library compares the authorized party only with several audiences (OpenID Connect Core 1.0 §3.1.3.7). */
const isForUs = (claims: Record<string, unknown>, clientId: string): boolean =>
  claims["azp"] === undefined || claims["azp"] === clientId;

/** Many providers put all into the ID token; the others tell it at their userinfo endpoint. */
const isComplete = (claims: object): boolean => "email" in claims && "name" in claims;

async function moreOf(
  config: oidc.Configuration,
  token: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (!config.serverMetadata().userinfo_endpoint) return {};
  return oidc.fetchUserInfo(config, token, subject);
}

/** OAuth's error codes (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core 1.0 §3.1.2.6) as ours. */
const problems: Record<string, SignInProblem> = {
  access_denied: "popup-closed-by-user",
  unauthorized_client: "unauthorized-domain",
  invalid_client: "invalid-api-key",
  login_required: "missing-multi-factor-info",
  interaction_required: "missing-multi-factor-info",
  // OpenID Connect Core Error Code unmet_authentication_requirements 1.0.
  unmet_authentication_requirements: "missing-multi-factor-info",
  temporarily_unavailable: "network-request-failed",
};

/** Logs an error without any text of a person or a provider: neither claims nor descriptions. */
function providerError(error: unknown): ProviderError {
  if (error instanceof oidc.AuthorizationResponseError) {
    return new ProviderError(problems[error.error] ?? "internal-error");
  }
  if (error instanceof oidc.ResponseBodyError) {
    const problem = problems[error.error] ?? "internal-error";
    // A code that is used twice or too late is nobody's fault.
    return new ProviderError(
      problem,
      error.error === "invalid_grant" ? undefined : `token endpoint: ${problem}`,
    );
  }
  if (error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401)
    return new ProviderError("invalid-api-key", "token endpoint: invalid-api-key");
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AnswerTooLarge) return new ProviderError("internal-error", cause.message);
  if (isUnreachable(error)) return new ProviderError("network-request-failed", "not reached");
  return new ProviderError("internal-error", error instanceof Error ? error.message : "unknown");
}

/** `fetch` rejects with a TypeError where nobody answers (WHATWG Fetch); a gateway answers with 5xx. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  if (!(error instanceof oidc.ClientError)) return false;
  const status = error.cause instanceof Response ? error.cause.status : 0;
  return error.code === "OAUTH_TIMEOUT" || status >= 500;
}
