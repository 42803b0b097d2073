import type { User } from "../../../src/shared/people/policy.ts";
import { tinyPdf } from "../files/tiny-pdf.ts";
import { type TestArchive, VISIT } from "../platform/archive.ts";
import { insertItem, payloadOf, unique } from "./factories.ts";

/** The rules that the tests use, as the form sends them. */
export const RULES = { isOn: "on", items: "5", exceptions: "1", perDay: "3" };

/** Saves rules for trusted contributors. */
export async function saveRules(
  { services }: TestArchive,
  admin: User,
  rules: Partial<typeof RULES> = {},
): Promise<void> {
  const { settings } = await services.trust.overview(admin);
  await services.trust.saveSettings(admin, { ...RULES, ...rules, version: settings.version });
}

/** Adds pending notes of a contributor, which this admin approves. @returns their ids */
export async function approvedItems(
  archive: TestArchive,
  admin: User,
  uploader: User,
  count = 5,
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await insertItem(archive, "note", { status: "Pending", uploader });
    await archive.services.resources.setStatus(admin, "note", id, { status: "Approved" });
    ids.push(id);
  }
  return ids;
}

/** Marks a contributor as trusted, after five approved items. */
export async function trust(archive: TestArchive, admin: User, contributor: User): Promise<void> {
  await approvedItems(archive, admin, contributor);
  await archive.services.trust.trust(admin, { email: contributor.email });
}

/** A PDF that looks like no other: its lines have other lengths. */
function newPage(): Buffer {
  let seed = unique() * 7_919;
  const words = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return "#".repeat(seed % 60);
  };
  return tinyPdf([{ lines: Array.from({ length: 30 }, words) }]);
}

/** Uploads a PDF. @returns its key */
export async function uploadPdf(
  { services }: TestArchive,
  actor: User,
  bytes: Uint8Array = newPage(),
): Promise<string> {
  const { key } = await services.files.accept(actor, bytes, "paper.pdf");
  return key;
}

/** Contributes a note with an uploaded PDF. @returns its id */
export async function contributeNote(
  archive: TestArchive,
  actor: User,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const fileKey = changes["fileKey"] ?? (await uploadPdf(archive, actor));
  const payload = payloadOf("note", { driveLink: undefined, fileKey, ...changes });
  return archive.services.resources.create(actor, "note", payload, VISIT.client);
}
