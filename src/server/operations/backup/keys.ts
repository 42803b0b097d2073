import { PART } from "../../files/index.ts";

const ID = String.raw`\d{8}T\d{6}Z-[0-9a-f]{6}`;
const OBJECT = String.raw`backups/${ID}\.json|databases/${ID}\.(?:sqlite\.zst|dump)|files/([0-9a-f]{2})/\1[0-9a-f]{62}`;
const own = new RegExp(`^(?:${OBJECT})$`);
const ownPart = new RegExp(String.raw`^(?:${OBJECT})\.[0-9a-f]{32}` + `\\${PART}$`);
const backupId = new RegExp(`^${ID}$`);

/** Whether a text has the form of a backup's id. */
export const isBackupId = (text: string): boolean => backupId.test(text);

/** Whether a key has the form of an object of a backup. Other objects of a place belong to the operator. */
export const isOwnKey = (key: string): boolean => own.test(key);

/** Whether a key has the form of an incomplete object of a backup. */
export const isOwnPart = (key: string): boolean => ownPart.test(key);

/** The key of a file in a place. */
export const fileKey = (sha256: string): string => `files/${sha256.slice(0, 2)}/${sha256}`;
export const databaseKey = (name: string): string => `databases/${name}`;
export const manifestKey = (id: string): string => `backups/${id}.json`;
