/** A chosen file, and its name with its folders. */
export interface ChosenFile {
  file: File;
  path: string;
}

/** Files that a computer adds to folders, which are no papers. */
const LITTER = /(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini|__MACOSX\/.*)$/i;

const named = (file: File, path = file.webkitRelativePath || file.name): ChosenFile[] =>
  LITTER.test(path) ? [] : [{ file, path }];

/** The files of an input, in the order of their names within folders. */
export const filesOfInput = (files: readonly File[]): ChosenFile[] => files.flatMap((file) => named(file));

/** The files of a drop, also from folders. It must be called before the event ends. */
export async function filesOfDrop({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? undefined);
  const plain = [...files];
  if (entries.every((entry) => entry === undefined || entry.isFile)) return filesOfInput(plain);
  const found: ChosenFile[] = [];
  for (const entry of entries) if (entry) found.push(...(await filesBelow(entry)));
  return found;
}

async function filesBelow(entry: FileSystemEntry): Promise<ChosenFile[]> {
  if (entry.isFile) {
    const { promise, resolve, reject } = Promise.withResolvers<File>();
    (entry as FileSystemFileEntry).file(resolve, reject);
    return named(await promise, entry.fullPath.replace(/^\//, ""));
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  // A reader returns a part of a large folder with each call.
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>();
    reader.readEntries(resolve, reject);
    const part = await promise;
    if (part.length === 0) break;
    children.push(...part);
  }
  const sorted = children.toSorted((one, other) =>
    one.name.localeCompare(other.name, "en", { numeric: true }),
  );
  const below: ChosenFile[] = [];
  for (const child of sorted) below.push(...(await filesBelow(child)));
  return below;
}
