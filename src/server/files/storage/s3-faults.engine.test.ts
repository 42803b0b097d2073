import { once } from "node:events";
import { createServer, request as send, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import S3rver from "s3rver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestArchive, type TestArchive } from "../../../../tests/support/platform/archive.ts";
import { sampleContactDetails } from "../../../shared/people/contact-details.ts";
import type { User } from "../../../shared/people/policy.ts";
import { createServices } from "../../services.ts";
import { randomKey } from "../../platform/index.ts";
import { discardBytes, storeBytes } from "./discard-bytes.ts";
import { type FileStore, sha256Of } from "./file-store.ts";
import { createS3Store } from "./s3-store.ts";
import { UNUSED_LIMIT } from "./files.service.ts";

/** Spoils the first request with a method. "after" means that the service has already obeyed it. */
const faults = ["error", "reset", "reset after", "silence", "silence after", "error after"] as const;
type Fault = (typeof faults)[number];

const LATER = 2 * UNUSED_LIMIT;
let archive: TestArchive;
let services: ReturnType<typeof createServices>;
let student: User;
let s3: S3rver;
let proxy: Server;
let store: FileStore;
/** A store that waits only briefly, for requests that get no response. */
let hurried: FileStore;
let late = 0;
let planned: { method: string; fault: Fault } | undefined;

/** Passes requests to the service, and spoils the planned one. */
function startProxy(port: number): Server {
  return createServer((request, response) => {
    const { method, url, headers } = request;
    const fault = planned && planned.method === method ? planned.fault : undefined;
    if (fault) planned = undefined;
    const spoil = () => {
      if (fault?.startsWith("reset")) request.socket.destroy();
      else if (fault?.startsWith("error")) response.writeHead(500).end();
    };
    if (fault && !fault.endsWith("after")) return void request.resume().on("end", spoil);
    const passed = send({ port, host: "127.0.0.1", method, path: url, headers }, (answer) => {
      if (fault) return void answer.resume().on("end", spoil);
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }).listen(0, "127.0.0.1");
}

beforeAll(async () => {
  archive = await openTestArchive("sqlite");
  const directory = `${archive.env.PROSHNO_DATA}/s3`;
  const configureBuckets = [{ name: "proshno", configs: [] }];
  s3 = new S3rver({ port: 0, address: "127.0.0.1", silent: true, directory, configureBuckets });
  proxy = startProxy((await s3.run()).port);
  await once(proxy, "listening");
  const options = {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/proshno`,
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  store = createS3Store(options);
  hurried = createS3Store(options, { request: 500, idle: 500 });
  services = servicesOn(store);
  student = (await archive.signUp("Student")).actor;
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await s3.close();
  await archive.close();
});

const servicesOn = (fileStore: FileStore) =>
  createServices({
    ...archive.shared,
    fileStore,
    secret: archive.env.PROSHNO_SECRET,
    origin: archive.origin,
    contactDefaults: sampleContactDetails,
    freeSpace: 0,
    clock: () => Date.now() + late,
  });
const objects = async () => {
  const names = [];
  for await (const { sha256, aside } of store.list()) names.push(aside ?? sha256);
  return names;
};
const rows = () => archive.db.read.selectFrom("file").select(["key", "sha256"]).execute();

/** Stores a file as an upload does: its bytes, its row, and then its bytes again if a delete took them. */
async function upload(bytes: Buffer): Promise<string> {
  const key = randomKey();
  const sha256 = await store.put(bytes);
  const file = { key, sha256, type: "application/pdf", size: bytes.length, name: "a.pdf" };
  await archive.db.write
    .insertInto("file")
    .values({ ...file, uploaderId: student.id, createdAt: Date.now() + late })
    .execute();
  await storeBytes(store, sha256, bytes);
  return key;
}

const cases = ["GET", "PUT", "DELETE"].flatMap((method) => faults.map((fault) => ({ method, fault })));

describe("an S3 service that fails in the middle of a delete", () => {
  test.each(cases)(
    "leaves no row without bytes and no bytes without a row ($method, $fault)",
    async (plan) => {
      late = 0;
      const paper = Buffer.from(`${plan.method} ${plan.fault}`);
      const sha256 = sha256Of(paper);
      await upload(paper);
      const failed: unknown[] = [];
      late = LATER;
      planned = plan;
      const spoiled = plan.fault.startsWith("silence") ? servicesOn(hurried) : services;
      await spoiled.files.sweep((error) => failed.push(error));
      planned = undefined;
      expect(failed.length).toBeGreaterThan(0);

      // A reader who gets the same bytes from a new upload can read them, before and after the sweeps.
      late = 0;
      const key = await upload(paper);
      const read = async () => {
        const file = await services.files.get(student, key);
        return Buffer.from(await new Response(await services.files.stream(file)).arrayBuffer());
      };
      expect((await read()).equals(paper)).toBe(true);
      await services.files.sweep();
      expect((await read()).equals(paper)).toBe(true);
      expect(await objects()).toEqual([sha256]);

      late = LATER;
      await services.files.sweep();
      expect(await rows()).toEqual([]);
      await services.files.sweep();
      expect(await objects()).toEqual([]);
    },
  );

  test("settles the other bytes of the same delete", async () => {
    const contents = ["first", "second", "third"].map((text) => Buffer.from(text));
    const sha256s = await Promise.all(contents.map((bytes) => store.put(bytes)));
    planned = { method: "DELETE", fault: "error" };
    await expect(discardBytes(store, { needed: async () => [] }, sha256s)).rejects.toMatchObject({
      code: "EIO",
    });
    // The bytes whose delete failed are there twice, and none of the others waits aside.
    const left = await objects();
    expect(new Set(left.map((name) => name.slice(0, 64))).size).toBe(1);
    late = LATER;
    await services.files.sweep();
    expect(await objects()).toEqual([]);
  });
});
