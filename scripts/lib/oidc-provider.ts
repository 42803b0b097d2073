import { generateKeyPairSync, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { memoryStore } from "./oidc-provider-store.ts";
import Provider, { type Configuration } from "oidc-provider";

/** The provider's claims about a person, true or false. */
export type Claims = Record<string, unknown>;

export interface ProviderOptions {
  /** The origin of the site that people log in to. */
  origin: string;
  /** The port; 0 for any free one. */
  port?: number;
  /** The claims about a person who logs in as `login`. The default confirms that the email is theirs. */
  claims?: (login: string, name: string) => Claims;
}

export type LocalProvider = Awaited<ReturnType<typeof startProvider>>;

const CLIENT = { id: "proshno", secret: randomBytes(24).toString("base64url") };

/** Claims that confirm every typed email. */
const truthful = (login: string, name: string): Claims => ({
  email: login,
  email_verified: true,
  ...(name ? { name } : {}),
});

/** A real OpenID Connect provider on loopback, whose login page accepts any email and name. */
export async function startProvider({ origin, port = 0, claims = truthful }: ProviderOptions) {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const names = new Map<string, string>();
  const script = {
    claims,
    /** An OAuth error that the provider returns instead of a login. */
    error: undefined as string | undefined,
  };
  const provider = new Provider(
    issuer,
    configuration(origin, (login) => script.claims(login, names.get(login) ?? "")),
  );
  const callback = provider.callback();
  server.on("request", (request, response) => {
    const interaction = request.url?.startsWith("/interaction/") ?? false;
    const answered = interaction ? interact(request, response) : callback(request, response);
    answered.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (script.error) return finish(request, response, { error: script.error });
    if (request.method !== "POST") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(LOGIN_PAGE);
      return;
    }
    const form = new URLSearchParams(await text(request));
    const login = form.get("login") ?? "";
    if (form.has("cancel")) return finish(request, response, { error: "access_denied" });
    names.set(login, form.get("name") ?? "");
    return finish(request, response, { login: { accountId: login, remember: false } });
  }

  const finish = (request: IncomingMessage, response: ServerResponse, result: object) =>
    provider.interactionFinished(request, response, result as never, { mergeWithLastSubmission: false });

  return {
    issuer,
    script,
    settings: { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, name: "Local" },
    env: {
      PROSHNO_OIDC_ISSUER: issuer,
      PROSHNO_OIDC_CLIENT_ID: CLIENT.id,
      PROSHNO_OIDC_CLIENT_SECRET: CLIENT.secret,
      PROSHNO_OIDC_NAME: "Local",
    },
    /** Stops all logins until `resume`. */
    async pause(): Promise<void> {
      await stop(server);
    },
    async resume(): Promise<void> {
      server.listen(Number(new URL(issuer).port), "127.0.0.1");
      await once(server, "listening");
    },
    stop: () => stop(server),
  };
}

export async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}

function configuration(origin: string, claimsOf: (login: string) => Claims): Configuration {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: [`${origin}/auth/callback`],
      },
    ],
    adapter: memoryStore(),
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", kid: "local" }] },
    cookies: { keys: [randomBytes(24).toString("hex")] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ ...claimsOf(accountId), sub: accountId }),
    }),
    // The provider asks nobody for consent, because its only client is our site.
    async loadExistingGrant({ oidc: { session, client, provider } }) {
      const grant = new provider.Grant({
        accountId: session?.accountId as string,
        clientId: client?.clientId as string,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
}

const LOGIN_PAGE = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Local provider</title>
  <style>body { font: 16px/1.5 system-ui; max-width: 24rem; margin: 2rem auto; padding: 0 1rem }
    label, input { display: block; width: 100%; box-sizing: border-box; margin-top: .5rem }
    input, button { min-height: 48px; padding: .5rem 1rem; font: inherit } button { margin: 1rem .5rem 0 0 }</style>
  <h1>Local provider</h1>
  <p>For development and tests: any e-mail is yours.</p>
  <form method="post">
    <label>Email <input name="login" type="email" value="rahim@example.edu" autocomplete="off"></label>
    <label>Name <input name="name" value="Rahim Uddin" autocomplete="off"></label>
    <button>Sign in</button><button name="cancel" value="1">Cancel</button>
  </form>
</html>`;
