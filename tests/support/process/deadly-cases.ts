import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { driveLink, insertItem } from "../archive/factories.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";
import { zipOf } from "../files/zip.ts";
import type { TestArchive } from "../platform/archive.ts";
import type { KillWorld } from "./kill-world.ts";
import { lanes, type Lane } from "../../../src/server/platform/index.ts";
import { randomKey } from "../../../src/server/platform/ids.ts";
import { enPileProblems } from "../../../src/shared/messages/en-piles.ts";
import type { User } from "../../../src/shared/people/policy.ts";

/** A job that kills its process, and how its owner learns that it was refused. */
export interface DeadlyCase {
  kind: string;
  lane: Lane;
  bytes: "ours" | "strangers";
  enqueue: () => Promise<unknown>;
  /** Reads what the owner sees after the refusal; undefined if nothing. */
  outcome?: () => Promise<string | undefined>;
  /** Does everything that could enqueue the job again. */
  sweep?: () => Promise<unknown>;
}

const LANES: Record<string, Lane> = {
  rebuildSearch: "index",
  judgeTexts: "text",
  linkCheck: "links",
  decideMany: "desk",
  planDriveCopies: "copies",
};

/** A case of every kind of job. @param kinds whose bytes each kind reads @throws if a kind on strangers' bytes has no case */
export async function deadlyCases(
  world: KillWorld,
  kinds: ReadonlyMap<string, "ours" | "strangers">,
): Promise<DeadlyCase[]> {
  const services = world.servicesAt(Date.now);
  const { jobs, piles, files, recognition, largePdfs } = services;
  const uploads = join(world.data, "uploads");
  await mkdir(uploads, { recursive: true });
  const newStudent = async () =>
    (await services.accounts.actor(new Headers({ cookie: await world.signUp() }))) as User;
  // Each kind has a student of its own, because the deaths of one account count together.
  const students = new Map<string, User>();
  for (const kind of kinds.keys()) students.set(kind, await newStudent());
  const by = (kind: string) => students.get(kind) as User;
  const [zip, pdf] = [randomKey(), randomKey()];
  const zipPile = await piles.create(by("unpackZip"));
  const sendPile = await piles.create(by("sendPile"));
  const paper = (kind: string) => files.accept(by(kind), tinyPdf([{ lines: [kind] }]), "paper.pdf");
  const textFile = await paper("readText");
  const judgedFile = await paper("judgeText");
  const pageFile = await paper("recognisePage");
  const sha256Of = async (key: string) =>
    (await world.db.read.selectFrom("file").select("sha256").where("key", "=", key).executeTakeFirstOrThrow())
      .sha256;
  const unread = (kind: string, key: string) => async () => {
    const { isWaiting, readCount } = await recognition.pageTexts(by(kind), key);
    return !isWaiting && readCount === 0 ? "the paper says that its text was not read" : undefined;
  };
  const reading = (kind: string, key: string, lane: Lane): Omit<DeadlyCase, "bytes"> => ({
    kind,
    lane,
    async enqueue() {
      const sha256 = await sha256Of(key);
      await jobs.enqueue([{ kind, lane, owner: by(kind).id, subject: sha256, payload: { sha256, page: 1 } }]);
    },
    outcome: unread(kind, key),
  });
  // The text of each paper is read in one case only.
  await world.db.write.deleteFrom("job").execute();
  let item = "";
  const strangers: Omit<DeadlyCase, "bytes">[] = [
    {
      kind: "unpackZip",
      lane: lanes.piles,
      async enqueue() {
        const bytes = await zipOf({ "a.pdf": tinyPdf([{}]) });
        await writeFile(join(uploads, zip), bytes);
        await piles.addZip(by("unpackZip"), zipPile, { id: zip, name: "a.zip", size: bytes.length });
      },
      sweep: () => piles.sweep(() => {}),
      async outcome() {
        const { zips } = await piles.get(by("unpackZip"), zipPile);
        return zips[0]?.problem?.code === "zipStopped" ? "the pile names the ZIP and the reason" : undefined;
      },
    },
    {
      kind: "sendPile",
      lane: lanes.piles,
      async enqueue() {
        await piles.addLinks(by("sendPile"), sendPile, { links: "https://example.edu/a.pdf" });
        const at = Date.now();
        await world.db.write
          .updateTable("pileRow")
          .set({ sendAt: at })
          .where("pileId", "=", sendPile)
          .execute();
        await jobs.enqueue([
          {
            kind: "sendPile",
            lane: lanes.piles,
            owner: by("sendPile").id,
            subject: sendPile,
            payload: { pileId: sendPile },
          },
        ]);
      },
      sweep: () => piles.sweep(() => {}),
      async outcome() {
        const { rows } = await piles.get(by("sendPile"), sendPile);
        const isNamed = rows.every(({ failure }) => failure?.["rows"] === enPileProblems.notSent("", ""));
        return isNamed ? "the row says that it was not sent" : undefined;
      },
    },
    reading("readText", textFile.key, lanes.text),
    reading("judgeText", judgedFile.key, lanes.text),
    reading("recognisePage", pageFile.key, lanes.heads),
    {
      kind: "shrinkPdf",
      lane: lanes.shrink,
      async enqueue() {
        await writeFile(join(uploads, pdf), tinyPdf([{}]));
        await largePdfs.add(by("shrinkPdf"), { id: pdf, name: "large.pdf", size: 30_000_000 });
      },
      sweep: () => largePdfs.sweep(),
      async outcome() {
        const state = await largePdfs.state(by("shrinkPdf"), pdf);
        return state && "problem" in state ? `the upload is refused: ${state.problem.code}` : undefined;
      },
    },
    {
      kind: "copyDriveFile",
      lane: lanes.copies,
      async enqueue() {
        const uploader = by("copyDriveFile");
        const fields = { link: driveLink() };
        item = await insertItem(world as unknown as TestArchive, "question", { uploader, fields });
        const found = world.db.read.selectFrom("resource").select("linkKey").where("id", "=", item);
        const { linkKey } = await found.executeTakeFirstOrThrow();
        const row = {
          itemId: item,
          linkKey: linkKey as string,
          state: "waiting" as const,
          problem: null,
          updatedAt: 0,
        };
        await world.db.write.insertInto("driveCopy").values(row).execute();
        const rest = { lane: lanes.copies, owner: uploader.id, subject: item, payload: { itemId: item } };
        await jobs.enqueue([{ kind: "copyDriveFile", ...rest }]);
      },
      async outcome() {
        const copy = world.db.read.selectFrom("driveCopy").selectAll().where("itemId", "=", item);
        const found = await copy.executeTakeFirst();
        return found?.state === "failed" ? `the item says that it has no copy: ${found.problem}` : undefined;
      },
    },
  ];
  return [...kinds].map(([kind, bytes]) => {
    const known = strangers.find((one) => one.kind === kind);
    if (bytes === "strangers" && !known) throw new Error(`The kind ${kind} has no case.`);
    const lane = LANES[kind] ?? lanes.mail;
    const enqueue = () => jobs.enqueue([{ kind, lane, owner: by(kind).id, payload: {} }]);
    return known ? { ...known, bytes } : { kind, bytes, lane, enqueue };
  });
}
