/**
 * An OpenID Connect provider for `npm run dev`, so that its button can be tried. Prints the environment that the server
 * needs as one line of JSON.
 */
import { loadEnv } from "../src/config/env.ts";
import { startProvider } from "../tests/support/people/oidc-provider.ts";

const { origin, port } = loadEnv();
// The same issuer each time: people are known by it.
const provider = await startProvider({ origin, port: port + 1 });
console.log(JSON.stringify(provider.env));
process.on("SIGTERM", () => void provider.stop()).on("SIGINT", () => void provider.stop());
