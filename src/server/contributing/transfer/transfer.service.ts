import { createExportService } from "./export.service.ts";
import { createImportService, type ImportDependencies } from "./import.service.ts";

/** Imports and exports whole archives as CSV. */
export function createTransferService(dependencies: ImportDependencies) {
  return { ...createImportService(dependencies), ...createExportService(dependencies) };
}
