import { existsSync } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  BUCKET,
  type BucketWorld,
  errorXml,
  LARGE,
  openBucketWorld,
  XML,
} from "../../../../tests/support/operations/bucket-world.ts";
import { restore } from "../../../../tests/support/operations/backup-world.ts";
import { contentOf } from "../../../../tests/support/operations/backup-content.ts";
import { openPlace } from "./open-place.ts";
import { openManifest } from "./read-place.ts";
import { verifyPlace } from "./verify-place.ts";

describe("backups in a bucket", () => {
  let world: BucketWorld;
  beforeEach(async () => {
    world = await openBucketWorld();
  });
  afterEach(() => world.close());

  test("bring back every row and file, and share files below their prefix", async () => {
    await world.addNote(1);
    const own = world.place(`s3://${BUCKET}/clubs/proshno`);
    expect(await world.make(own)).toMatchObject({ files: 1, added: 1 });
    await world.addNote(2);
    const { id } = await world.make(own);
    expect(await verifyPlace(own)).toMatchObject({ backups: 2, files: 2, faults: [] });
    // Another prefix of the bucket is another place.
    await expect(restore(world.place(`s3://${BUCKET}`), await world.target())).rejects.toMatchObject({
      code: "noBackup",
    });
    const target = await world.target();
    await restore(own, target);
    const { tables, files } = await contentOf(target);
    expect(tables).toEqual((await openManifest(own, id)).tables);
    expect(Object.values(files)).toEqual([true, true]);
  });

  test("store a database of several parts whole", async () => {
    const own = world.place(`s3://${BUCKET}`);
    const path = join(world.folder, "large");
    const part = Buffer.alloc(1_000_000, "x");
    await writeFile(path, "");
    for (let count = 0; count < 17; count += 1) await appendFile(path, part.fill(count));
    await own.putFile(LARGE, path);
    let bytes = 0;
    for await (const chunk of (await own.read(LARGE, 20_000_000)) ?? []) {
      expect(chunk[0]).toBe(Math.floor(bytes / 1_000_000));
      bytes += chunk.length;
    }
    expect(bytes).toBe(17_000_000);
    expect(await own.read("databases/none", 1)).toBeUndefined();
  });

  test("are refused in a name that leaves its bucket, and in the bucket of the archive", () => {
    for (const name of ["s3://", "ftp://host/folder", `s3://${BUCKET}/../other`, `s3://${BUCKET}/a/./b`])
      expect(() => world.place(name), name).toThrow("Name a folder");
    const archiveBucket = `${world.bucket.service}/${BUCKET}/`;
    const { PROSHNO_DATA: dataFolder } = world.archive.env;
    const open = () =>
      openPlace(`s3://${BUCKET}/backups`, { dataFolder, bucket: world.bucket, archiveBucket });
    expect(open).toThrow("is in the data folder or the bucket of the archive");
  });

  test("are not complete if the service can't join the parts of a database", async () => {
    const path = join(world.folder, "large");
    await writeFile(path, Buffer.alloc(9_000_000));
    // The service answers 200 before it joins the parts, and then reports the failure in the body.
    const service = await world.proxy((incoming, outgoing) => {
      if (incoming.method !== "POST" || !incoming.url?.includes("uploadId")) return false;
      incoming.resume();
      outgoing.writeHead(200, XML).end(errorXml("InternalError"));
      return true;
    });
    const own = world.place(`s3://${BUCKET}`, { service });
    await expect(own.putFile(LARGE, path)).rejects.toMatchObject({ code: "placeFailed" });
  });

  test("are written although the service fails for a moment", async () => {
    let failures = 0;
    const service = await world.proxy((_incoming, outgoing) => {
      if (failures === 2) return false;
      failures += 1;
      outgoing.writeHead(503).end();
      return true;
    });
    await world.addNote(1);
    expect(await world.make(world.place(`s3://${BUCKET}`, { service }))).toMatchObject({ files: 1 });
    expect(failures).toBe(2);
  });

  test("from a hostile service are refused with a sentence, without an end that never comes", async () => {
    const bounds = { entries: 50, pages: 20, emptyPages: 3 };
    const page = (objects: string, token = "") =>
      `<ListBucketResult><IsTruncated>${token !== ""}</IsTruncated>${objects}` +
      `${token && `<NextContinuationToken>${token}</NextContinuationToken>`}</ListBucketResult>`;
    const object = (key: string, size = "3") =>
      `<Contents><Key>${key}</Key><Size>${size}</Size><LastModified>2026-11-22T20:15:00Z</LastModified></Contents>`;
    const own = "backups/20261122T201500Z-0123ab.json";
    let pages = 0;
    const listings: Record<string, (outgoing: ServerResponse) => void> = {
      "a token again and again": (outgoing) => outgoing.end(page(object(own), "again")),
      "pages without an end": (outgoing) => outgoing.end(page(object("x"), `token ${(pages += 1)}`)),
      "entries without an end": (outgoing) =>
        outgoing.end(page(object("x").repeat(60), `token ${(pages += 1)}`)),
      "empty pages without an end": (outgoing) => outgoing.end(page("", `token ${(pages += 1)}`)),
      "a token of a megabyte": (outgoing) => outgoing.end(page(object(own), "x".repeat(1_000_000))),
      "a body without an end": (outgoing) => {
        const write = () => void outgoing.write("<Contents>x</Contents>".repeat(10_000), () => write());
        write();
      },
      "deep tags": (outgoing) => outgoing.end("<a>".repeat(100_000) + "</a>".repeat(100_000)),
      "tags without an end": (outgoing) => outgoing.end("<a>".repeat(1_000_000)),
      "half tags": (outgoing) => outgoing.end("<a ".repeat(1_000_000)),
    };
    const open = async (listing: (outgoing: ServerResponse) => void) => {
      const service = await world.listen(
        createServer((_request, response) => listing(response.writeHead(200, XML))),
      );
      const { PROSHNO_DATA: dataFolder } = world.archive.env;
      const hostile = openPlace(`s3://${BUCKET}`, {
        dataFolder,
        bucket: { ...world.bucket, service },
        bounds,
      });
      return hostile;
    };
    for (const [title, listing] of Object.entries(listings)) {
      const isCounted = /token|pages|entries/.test(title);
      const refusal = { code: isCounted ? "placeTooLarge" : "placeFailed" };
      const hostile = await open(listing);
      await expect(verifyPlace(hostile), title).rejects.toMatchObject(refusal);
      await expect(restore(hostile, await world.target()), title).rejects.toMatchObject(refusal);
    }
    // We list no key out of the place, and no size that is not a number.
    const odd = ["../backups/x.json", "backups/../../x", "files/x", own].map((key) => object(key)).join("");
    const hostile = await open((outgoing) => outgoing.end(page(odd + object(own, "-1") + object(own, "x"))));
    expect(await Array.fromAsync(hostile.list("backups/"))).toEqual([
      expect.objectContaining({ key: own, bytes: 3 }),
    ]);
  });

  test("are not read further than their named size, whatever the service sends", async () => {
    await world.addNote(1);
    const good = world.place(`s3://${BUCKET}`);
    const { id } = await world.make(good);
    const { database } = await openManifest(good, id);
    const answers = {
      // It says another size, or sends more than the range.
      longer: (response: ServerResponse) => response.writeHead(200, { "content-length": 3e12 }),
      endless: (response: ServerResponse) => {
        response.writeHead(206);
        const write = () => void response.write(Buffer.alloc(100_000), () => write());
        write();
      },
    };
    const service = await world.proxy((incoming, outgoing) => {
      if (!incoming.url?.includes(database.name)) return false;
      if (incoming.method === "HEAD") answers.longer(outgoing).end();
      else answers.endless(outgoing);
      return true;
    });
    const hostile = world.place(`s3://${BUCKET}`, { service });
    await expect(verifyPlace(hostile)).rejects.toMatchObject({ code: "placeFailed" });
    const target = await world.target();
    await expect(restore(hostile, target)).rejects.toMatchObject({ code: "placeFailed" });
    expect(existsSync(join(target.dataFolder, "proshno.sqlite"))).toBe(false);
    // A longer database than the manifest names is damaged.
    const padded = await world.proxy((incoming, outgoing) => {
      if (!incoming.url?.includes(database.name)) return false;
      if (incoming.method === "HEAD") answers.longer(outgoing).end();
      else outgoing.writeHead(206).end(Buffer.alloc(database.bytes + 1));
      return true;
    });
    const { faults } = await verifyPlace(world.place(`s3://${BUCKET}`, { service: padded }));
    expect(faults).toEqual([{ fault: "damaged", key: `databases/${database.name}` }]);
  });
});
