import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type BackupWorld,
  openBackupWorld,
  restore,
} from "../../../../tests/support/operations/backup-world.ts";
import { contentOf } from "../../../../tests/support/operations/backup-content.ts";
import { openPlace } from "./open-place.ts";
import type { Place, PlaceBucket } from "./place.ts";
import { openManifest } from "./read-place.ts";
import { verifyPlace } from "./verify-place.ts";

const BUCKET = "backups";

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
  afterEach(async () => {
    await server.close();
    await world.close();
  });

  const place = (name: string, access: Partial<PlaceBucket> = {}): Place =>
    openPlace(name, { dataFolder: world.archive.env.PROSHNO_DATA, bucket: { ...bucket, ...access } });

  test("bring back every row and file, and share files below their prefix", async () => {
    await world.addNote(1);
    const own = place(`s3://${BUCKET}/clubs/proshno`);
    expect(await world.make(own)).toMatchObject({ files: 1, added: 1 });
    await world.addNote(2);
    const { id } = await world.make(own);
    expect(await verifyPlace(own)).toMatchObject({ backups: 2, files: 2, faults: [] });
    // Another prefix of the bucket is another place.
    await expect(restore(place(`s3://${BUCKET}`), await world.target())).rejects.toMatchObject({
      code: "noBackup",
    });
    const target = await world.target();
    await restore(own, target);
    const { tables, files } = await contentOf(target);
    expect(tables).toEqual((await openManifest(own, id)).tables);
    expect(Object.values(files)).toEqual([true, true]);
  });

  test("store a database of several parts whole", async () => {
    const own = place(`s3://${BUCKET}`);
    const path = join(world.folder, "large");
    const part = Buffer.alloc(1_000_000, "x");
    await writeFile(path, "");
    for (let count = 0; count < 17; count += 1) await appendFile(path, part.fill(count));
    await own.putFile("databases/large", path);
    let bytes = 0;
    for await (const chunk of (await own.read("databases/large")) ?? []) {
      expect(chunk[0]).toBe(Math.floor(bytes / 1_000_000));
      bytes += chunk.length;
    }
    expect(bytes).toBe(17_000_000);
    expect(await own.read("databases/none")).toBeUndefined();
  });

  test("say that a bucket, a key or a service is wrong, and leave the archive as it is", async () => {
    const refuses = async (wrong: Place, code: string) => {
      await expect(world.make(wrong)).rejects.toMatchObject({ code });
      await expect(restore(wrong, await world.target())).rejects.toMatchObject({ code });
    };
    await refuses(place("s3://other-bucket"), "noBucket");
    await refuses(place(`s3://${BUCKET}`, { accessKeyId: "wrong" }), "bucketDenied");
    await refuses(place(`s3://${BUCKET}`, { secretAccessKey: "wrong" }), "bucketDenied");
    await refuses(place(`s3://${BUCKET}`, { service: "http://127.0.0.1:9" }), "placeFailed");
    expect(() => place("s3://")).toThrow("Name a folder");
    expect(() => place("ftp://host/folder")).toThrow("Name a folder");
  });
});
