/**
 * An OpenID Connect provider for `npm run dev`, so that you can try its login button. It prints the
 * environment that the server needs as one line of JSON.
 */
import { loadEnv } from "../src/config/env.ts";
import { startProvider } from "./lib/oidc-provider.ts";

const { origin, port } = loadEnv();
// The issuer stays the same, because accounts are linked to it.
const provider = await startProvider({ origin, port: port + 1 });
console.log(JSON.stringify(provider.env));
process.on("SIGTERM", () => void provider.stop()).on("SIGINT", () => void provider.stop());
