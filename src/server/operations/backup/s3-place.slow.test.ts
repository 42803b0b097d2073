import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  BUCKET,
  type BucketWorld,
  LARGE,
  openBucketWorld,
} from "../../../../tests/support/operations/bucket-world.ts";
import { restore } from "../../../../tests/support/operations/backup-world.ts";
import { freePort } from "../../../../tests/support/process/server.ts";
import type { Place } from "./place.ts";

describe("backups in a bucket", () => {
  let world: BucketWorld;
  beforeEach(async () => {
    world = await openBucketWorld();
  });
  afterEach(() => world.close());

  test("say that a bucket, a key or a service is wrong, and leave the archive as it is", async () => {
    const refuses = async (wrong: Place, code: string) => {
      await expect(world.make(wrong)).rejects.toMatchObject({ code });
      await expect(restore(wrong, await world.target())).rejects.toMatchObject({ code });
    };
    await refuses(world.place("s3://other-bucket"), "noBucket");
    const refusing = async (code: string) =>
      world.place(`s3://${BUCKET}`, { service: await world.answer(403, code) });
    await refuses(await refusing("SignatureDoesNotMatch"), "bucketDenied");
    await refuses(await refusing("RequestTimeTooSkewed"), "wrongClock");
    const service = `http://127.0.0.1:${await freePort()}`;
    await refuses(world.place(`s3://${BUCKET}`, { service }), "placeFailed");
  });

  test("store nothing of a database whose upload breaks", async () => {
    const path = join(world.folder, "large");
    await writeFile(path, Buffer.alloc(17_000_000));
    let broken = 0;
    const service = await world.proxy((incoming) => {
      if (!incoming.url?.includes("partNumber=2")) return false;
      broken += 1;
      incoming.socket.destroy();
      return true;
    });
    const own = world.place(`s3://${BUCKET}`, { service });
    await expect(own.putFile(LARGE, path)).rejects.toMatchObject({ code: "placeFailed" });
    expect(broken).toBeGreaterThan(1);
    expect(await own.read(LARGE, 20_000_000)).toBeUndefined();
  }, 60_000);
});
