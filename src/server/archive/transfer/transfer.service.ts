import { createExportService } from "./export.service.ts";
import { createImportService, type ImportDependencies } from "./import.service.ts";

/** Whole archives in and out, as CSV. */
export function createTransferService(dependencies: ImportDependencies) {
  return { ...createImportService(dependencies), ...createExportService(dependencies) };
}
