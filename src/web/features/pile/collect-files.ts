/** A chosen file, and its name with its folders. */
export interface ChosenFile {
  file: File;
  path: string;
}

/** The files that a person chose, and the names of files and folders among them that the browser can't read. */
export interface Selection {
  files: ChosenFile[];
  unreadable: string[];
}

/** Files that a computer adds to folders, which are no papers. */
const LITTER = /(?:^|\/)(?:\.[^/]*|Thumbs\.db|desktop\.ini|__MACOSX\/.*)$/i;

const named = (file: File, path = file.webkitRelativePath || file.name): ChosenFile[] =>
  LITTER.test(path) ? [] : [{ file, path }];

/** The files of an input, in the order of their names within folders. */
export const filesOfInput = (files: readonly File[]): Selection => ({
  files: files.flatMap((file) => named(file)),
  unreadable: [],
});

/** The files of a drop, also from folders. It must be called before the event ends. */
export async function filesOfDrop({
  items,
  files,
}: Pick<DataTransfer, "items" | "files">): Promise<Selection> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? undefined);
  const plain = [...files];
  if (entries.every((entry) => entry === undefined || entry.isFile)) return filesOfInput(plain);
  const selection: Selection = { files: [], unreadable: [] };
  for (const entry of entries) if (entry) await collect(entry, selection);
  return selection;
}

/** Adds the files of an entry. A file or folder that can't be read doesn't stop the others. */
async function collect(entry: FileSystemEntry, selection: Selection): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (!entry.isFile) {
    const { children, isWhole } = await childrenOf(entry as FileSystemDirectoryEntry);
    if (!isWhole) selection.unreadable.push(path);
    for (const child of children) await collect(child, selection);
    return;
  }
  const { promise, resolve } = Promise.withResolvers<File | undefined>();
  (entry as FileSystemFileEntry).file(resolve, () => resolve(undefined));
  const file = await promise;
  if (file) selection.files.push(...named(file, path));
  else if (!LITTER.test(path)) selection.unreadable.push(path);
}

/** The entries of a folder in the order of their names, and whether the browser could read all of them. */
async function childrenOf(folder: FileSystemDirectoryEntry) {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  let part: FileSystemEntry[] | undefined;
  // A reader returns a part of a large folder with each call.
  do {
    const { promise, resolve } = Promise.withResolvers<FileSystemEntry[] | undefined>();
    reader.readEntries(resolve, () => resolve(undefined));
    part = await promise;
    children.push(...(part ?? []));
  } while (part && part.length > 0);
  const sorted = children.toSorted((one, other) =>
    one.name.localeCompare(other.name, "en", { numeric: true }),
  );
  return { children: sorted, isWhole: part !== undefined };
}
