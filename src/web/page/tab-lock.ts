/**
 * Locks a file for this tab. Two tabs must not send the same upload, because both would get the same key and
 * only one of their items could have the file.
 * @param file a name of the file that is the same in every tab
 * @returns a function that releases the lock; undefined if another tab has the lock
 */
export function takeTabLock(file: string): Promise<(() => void) | undefined> {
  const { promise, resolve } = Promise.withResolvers<(() => void) | undefined>();
  const done = Promise.withResolvers<void>();
  const hold = (lock: Lock | null) => {
    resolve(lock ? done.resolve : undefined);
    return lock ? done.promise : undefined;
  };
  // The API is missing without https or storage. In that case the server refuses the second item and says
  // why.
  const alone = () => resolve(() => {});
  const { locks } = navigator as Partial<Navigator>;
  if (locks) locks.request(`upload ${file}`, { ifAvailable: true }, hold).catch(alone);
  else alone();
  return promise;
}
