/** The process that ran one job ended without a result. */
export class ProcessDied extends Error {
  override name = "ProcessDied";
}
