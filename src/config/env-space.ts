import { z } from "zod";
import { MB } from "../shared/text/bytes.ts";
import { optional } from "./env-optional.ts";

/** The space for uploads. */
export interface SpaceSettings {
  /** A person's upload quota, in bytes. */
  uploadQuota: number;
  /** Limits what a student can upload before a moderator approves their first item. */
  newcomer: { bytes: number; papers: number };
  /** How many bytes one IP address can upload in a day. */
  uploadDay: number;
  /** The space that uploads leave free, in bytes; 0 turns the reserve off, and undefined chooses it by the disk's size. */
  freeSpace: number | undefined;
}

const megabytes = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

export const spaceVariables = {
  PROSHNO_UPLOAD_QUOTA_MB: optional(megabytes(1, 1_000_000).default(2_500)),
  PROSHNO_NEWCOMER_MB: optional(megabytes(1, 1_000_000).default(500)),
  PROSHNO_NEWCOMER_PAPERS: optional(z.coerce.number().int().min(1).max(1_000_000).default(60)),
  PROSHNO_UPLOAD_DAY_MB: optional(megabytes(1, 8_000_000).default(20_000)),
  PROSHNO_FREE_SPACE_MB: optional(megabytes(0, 100_000_000).optional()),
};

/** Returns the settings of checked variables. */
export function spaceSettings(env: z.infer<z.ZodObject<typeof spaceVariables>>): SpaceSettings {
  const free = env.PROSHNO_FREE_SPACE_MB;
  return {
    uploadQuota: env.PROSHNO_UPLOAD_QUOTA_MB * MB,
    newcomer: { bytes: env.PROSHNO_NEWCOMER_MB * MB, papers: env.PROSHNO_NEWCOMER_PAPERS },
    uploadDay: env.PROSHNO_UPLOAD_DAY_MB * MB,
    freeSpace: free === undefined ? undefined : free * MB,
  };
}
