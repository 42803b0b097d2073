import type { FilesService } from "./files.service.ts";

/**
 * The same service, which also reports each uploaded file.
 * @param onUpload gets the size in bytes; undefined if the file was refused
 */
export function countUploads(
  files: FilesService,
  onUpload: (bytes: number | undefined) => void,
): FilesService {
  return {
    ...files,
    async accept(...upload) {
      try {
        const file = await files.accept(...upload);
        onUpload(file.size);
        return file;
      } catch (error) {
        onUpload(undefined);
        throw error;
      }
    },
  };
}
