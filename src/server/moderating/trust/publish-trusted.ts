import { FILE_FIELD } from "../../../shared/files/files.ts";
import type { Kind } from "../../../shared/kinds/index.ts";
import type { User } from "../../../shared/people/policy.ts";
import type { DuplicatesService, PublishTrusted } from "../../library/index.ts";
import type { PublishRepo } from "./publish.repo.ts";

interface PublishDependencies {
  publishRepo: PublishRepo;
  duplicates: Pick<DuplicatesService, "find">;
}

/** An address in a text: a scheme, "www.", a Markdown link, or a domain with a frequent ending. */
const ADDRESS =
  /:\/\/|\bwww\.|\]\s*\(|\b[\w-]+\.(?:com|net|org|info|io|me|ly|bd|edu|xyz|app|site|online|top)\b/i;

/** Whether a person must look at the links of a contribution. */
const hasLink = (kind: Kind, fields: Record<string, string>): boolean =>
  Object.entries(kind.fields).some(([name, { type }]) => {
    const value = fields[name] ?? "";
    return type === "link" ? value !== "" : type !== "image" && ADDRESS.test(value);
  });

/**
 * Decides whether a trusted contributor's item is approved at once. An item with a link, with a possible duplicate, or
 * with a file whose first page can't be drawn always waits for a moderator.
 */
export function createPublishTrusted({ publishRepo, duplicates }: PublishDependencies): PublishTrusted {
  async function mayPublish(contributor: User, kind: Kind, fields: Record<string, string>): Promise<boolean> {
    if (kind.moderation !== "before" || hasLink(kind, fields)) return false;
    if (!(await publishRepo.isTrusted(contributor.id))) return false;
    const key = fields[FILE_FIELD];
    if (key && !(await publishRepo.isDrawn(key))) return false;
    const { items, awaits } = await duplicates.find(contributor, kind.name, fields);
    return items.length === 0 && !awaits;
  }

  return async (contributor, kind, fields) =>
    (await mayPublish(contributor, kind, fields)) ? publishRepo.publish : undefined;
}
