import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type BackupWorld,
  openBackupWorld,
  restore,
} from "../../../../tests/support/operations/backup-world.ts";
import { freePort } from "../../../../tests/support/process/server.ts";
import { openPlace } from "./open-place.ts";
import type { Place, PlaceBucket } from "./place.ts";

const BUCKET = "backups";
const XML = { "content-type": "application/xml" };
const errorXml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
const LARGE = "databases/20261122T201500Z-0123ab.dump";

describe("backups in a bucket", () => {
  let world: BackupWorld;
  let server: S3rver;
  let bucket: PlaceBucket;

  beforeEach(async () => {
    world = await openBackupWorld("sqlite");
    server = new S3rver({
      port: 0,
      address: "127.0.0.1",
      silent: true,
      directory: join(world.folder, "s3"),
      configureBuckets: [{ name: BUCKET, configs: [] }],
    });
    const { port } = await server.run();
    const service = `http://127.0.0.1:${port}`;
    bucket = { service, region: "us-east-1", accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  });
  const others: Server[] = [];
  afterEach(async () => {
    for (const one of others.splice(0)) one.close();
    await server.close();
    await world.close();
  });

  const place = (name: string, access: Partial<PlaceBucket> = {}): Place =>
    openPlace(name, { dataFolder: world.archive.env.PROSHNO_DATA, bucket: { ...bucket, ...access } });

  test("say that a bucket, a key or a service is wrong, and leave the archive as it is", async () => {
    const refuses = async (wrong: Place, code: string) => {
      await expect(world.make(wrong)).rejects.toMatchObject({ code });
      await expect(restore(wrong, await world.target())).rejects.toMatchObject({ code });
    };
    await refuses(place("s3://other-bucket"), "noBucket");
    const refusing = async (code: string) => place(`s3://${BUCKET}`, { service: await answer(403, code) });
    await refuses(await refusing("SignatureDoesNotMatch"), "bucketDenied");
    await refuses(await refusing("RequestTimeTooSkewed"), "wrongClock");
    const service = `http://127.0.0.1:${await freePort()}`;
    await refuses(place(`s3://${BUCKET}`, { service }), "placeFailed");
  });

  test("store nothing of a database whose upload breaks", async () => {
    const path = join(world.folder, "large");
    await writeFile(path, Buffer.alloc(17_000_000));
    let broken = 0;
    const service = await proxy((incoming) => {
      if (!incoming.url?.includes("partNumber=2")) return false;
      broken += 1;
      incoming.socket.destroy();
      return true;
    });
    const own = place(`s3://${BUCKET}`, { service });
    await expect(own.putFile(LARGE, path)).rejects.toMatchObject({ code: "placeFailed" });
    expect(broken).toBeGreaterThan(1);
    expect(await own.read(LARGE, 20_000_000)).toBeUndefined();
  }, 60_000);

  /** A service that answers all requests with one error. @returns its address */
  const answer = (status: number, code: string) =>
    listen(createServer((_request, response) => response.writeHead(status, XML).end(errorXml(code))));

  /** Passes requests on to the service. @param answers whether it has answered a request itself */
  const proxy = (answers: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean) =>
    listen(
      createServer((incoming, outgoing) => {
        if (answers(incoming, outgoing)) return;
        const { method, headers } = incoming;
        const passed = request(`${bucket.service}${incoming.url}`, { method, headers }, (answered) => {
          outgoing.writeHead(answered.statusCode ?? 500, answered.headers);
          answered.pipe(outgoing);
        });
        passed.on("error", () => outgoing.destroy());
        incoming.pipe(passed);
      }),
    );

  async function listen(one: Server): Promise<string> {
    others.push(one);
    one.listen(0, "127.0.0.1");
    await once(one, "listening");
    return `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
  }
});
