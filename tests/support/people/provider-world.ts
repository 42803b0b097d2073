import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import { type LocalProvider, startProvider, stop } from "../../../scripts/lib/oidc-provider.ts";
import { freePort, startServer, type TestServer } from "../process/server.ts";

export type ProviderWorld = Awaited<ReturnType<typeof openProviderWorld>>;

/** The opener policies that a page can have (HTML Standard, cross-origin opener policies). */
export type OpenerPolicy = "same-origin" | "same-origin-allow-popups" | "unsafe-none";

/**
 * The product as an operator starts it, a local provider with the product as its client, and a proxy in front
 * of the product.
 */
export async function openProviderWorld(
  env: (provider: LocalProvider) => Record<string, string> = () => ({}),
) {
  const rewrite = { openerPolicy: undefined as OpenerPolicy | undefined };
  const [port, inner] = await Promise.all([freePort(), freePort()]);
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startProvider({ origin });
  const own = { PORT: String(inner), PROSHNO_ORIGIN: origin, PROSHNO_MODE: "production" };
  const server: TestServer = await startServer({ ...own, ...provider.env, ...env(provider) });
  const proxy = createServer((request, response) => {
    const { method, url, headers } = request;
    const onwards = ask({ host: "127.0.0.1", port: inner, method, path: url, headers }, (answer) => {
      const policy = rewrite.openerPolicy;
      const isOpener = url?.startsWith("/login") || url?.startsWith("/register");
      if (policy && isOpener) answer.headers["cross-origin-opener-policy"] = policy;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onwards.on("error", () => response.destroy());
    request.pipe(onwards);
  });
  proxy.listen(port, "127.0.0.1");
  await once(proxy, "listening");
  return {
    origin,
    port,
    provider,
    server,
    rewrite,
    async close(): Promise<void> {
      await stop(proxy);
      await server.stop();
      await provider.stop();
    },
  };
}
