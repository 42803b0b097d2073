import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:https";
import forge from "node-forge";

/**
 * A key and a self-signed certificate for 127.0.0.1, valid today, in PEM format.
 * @param hosts more names for the certificate
 */
export function selfSigned(hosts: string[] = []): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = "01";
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  const name = [{ name: "commonName", value: "127.0.0.1" }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  const altNames = [{ type: 7, ip: "127.0.0.1" }, ...hosts.map((value) => ({ type: 2, value }))];
  certificate.setExtensions([{ name: "subjectAltName", altNames }]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return { key: privateKey, cert: forge.pki.certificateToPem(certificate) };
}

/** The header of a proxy: the client's address after the value that the client sent. */
function forwarded(sent: string | string[] | undefined, address: string): string {
  return [sent ?? [], address].flat().join(", ");
}

/**
 * A proxy with TLS on loopback, configured like the one in docs/production.md. It forwards everything with
 * the client's address and the public name.
 * @param addressOf the address of a client, which a test on loopback must invent
 */
export async function startTlsProxy(addressOf: () => string = () => "127.0.0.1") {
  let target = "";
  const certificate = selfSigned();
  const server = createServer(certificate, (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      "x-forwarded-for": forwarded(incoming.headers["x-forwarded-for"], addressOf()),
      "x-forwarded-proto": "https",
    };
    const passed = request(target + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    origin: `https://127.0.0.1:${port}`,
    /** The certificate to trust, in PEM. */
    ca: certificate.cert,
    /** @param origin the server behind the proxy */
    passTo(origin: string): void {
      target = origin;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
