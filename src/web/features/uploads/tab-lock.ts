/**
 * Takes this tab's turn to send a file. Two tabs must not send the same upload: both would hold the same key, and only
 * one of their items could have the file.
 * @param file a name that it has in every tab of the site
 * @returns the function that gives the turn back; undefined if another tab has it
 */
export function takeTabLock(file: string): Promise<(() => void) | undefined> {
  const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
  const done = Promise.withResolvers<void>();
  const hold = (lock: Lock | null) => {
    resolve(lock ? done.resolve : undefined);
    return lock ? done.promise : undefined;
  };
  // Missing on a site without TLS or storage; then the server refuses the second item, with the reason.
  const alone = () => resolve(() => {});
  const { locks } = navigator as Partial<Navigator>;
  if (locks) locks.request(`upload ${file}`, { ifAvailable: true }, hold).catch(alone);
  else alone();
  return promise;
}
