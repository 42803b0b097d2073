import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from "jose";
import { type Claims, stop } from "../../../scripts/lib/oidc-provider.ts";

/** A request that the issuer received. */
export interface Question {
  issuer: string;
  nonce: string;
  state: string;
  redirectUri: string;
}

/** The wrong parts of the responses. All other parts are correct. */
export interface Lie {
  /** Changes to the claims of a correct ID token; undefined removes a claim. */
  claims?: (question: Question) => Claims;
  header?: Partial<JWTHeaderParameters>;
  /** Whether the issuer signs with a different key, which it did not publish. */
  foreignKey?: boolean;
  /** Changes the finished ID token. */
  idToken?: (token: string) => unknown;
  /** Additional fields in the response of the token endpoint. */
  tokens?: Claims;
  /** The query of the redirect back to the site, instead of the correct query. */
  answer?: (question: Question) => Record<string, string>;
  /** The response of the userinfo endpoint; undefined for 404. */
  userInfo?: Claims;
  /** Additional fields in the discovery document. */
  metadata?: Claims;
  /** Extra white space in the response of one path, which JSON allows. */
  padding?: { path: string; bytes: number };
  /** Each response waits for this function. */
  before?: (path: string) => Promise<void>;
}

const CLIENT_ID = "proshno";

/** An issuer with responses that a real issuer would never send. */
export async function startHostileIssuer() {
  const [own, foreign] = await Promise.all([generateKeyPair("RS256"), generateKeyPair("RS256")]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "own", use: "sig", alg: "RS256" };
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const questions = new Map<string, Question>();
  const script = { lie: {} as Lie };

  const answers: Record<string, (url: URL, body: URLSearchParams) => Promise<unknown>> = {
    "/.well-known/openid-configuration": async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      ...script.lie.metadata,
    }),
    "/jwks": async () => ({ keys: [jwk] }),
    "/userinfo": async () => script.lie.userInfo,
    "/token": async (_url, body) => {
      const question = questions.get(body.get("code") ?? "") as Question;
      const token = await idToken(question, script.lie.foreignKey ? foreign.privateKey : own.privateKey);
      const changed = script.lie.idToken ? script.lie.idToken(token) : token;
      return { access_token: "a", token_type: "Bearer", id_token: changed, ...script.lie.tokens };
    },
  };

  function idToken(question: Question, key: CryptoKey): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const honest = {
      iss: issuer,
      aud: CLIENT_ID,
      sub: "mallory",
      iat: now,
      exp: now + 300,
      nonce: question.nonce,
      email: "mallory@example.edu",
      email_verified: true,
      name: "Mallory",
    };
    const claims = { ...honest, ...script.lie.claims?.(question) };
    const kept = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    return new SignJWT(kept).setProtectedHeader({ alg: "RS256", kid: "own", ...script.lie.header }).sign(key);
  }

  server.on("request", async (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    if (url.pathname === "/authorize") {
      const of = (name: string) => url.searchParams.get(name) ?? "";
      const question = { issuer, nonce: of("nonce"), state: of("state"), redirectUri: of("redirect_uri") };
      questions.set(question.state, question);
      const answer = script.lie.answer?.(question) ?? { code: question.state, state: question.state };
      response.writeHead(303, { location: `${question.redirectUri}?${new URLSearchParams(answer)}` }).end();
      return;
    }
    const body = new URLSearchParams(await text(request));
    await script.lie.before?.(url.pathname);
    const answer = await answers[url.pathname]?.(url, body);
    const { path, bytes } = script.lie.padding ?? { path: "", bytes: 0 };
    response
      .writeHead(answer ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(answer ?? {}) + " ".repeat(path === url.pathname ? bytes : 0));
  });

  return {
    issuer,
    script,
    settings: { issuer, clientId: CLIENT_ID, clientSecret: "a secret", name: "Hostile" },
    stop: () => stop(server),
  };
}
