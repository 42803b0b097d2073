/** A point of a lower module at which higher modules add functions. `services.ts` composes them. */
export interface Hook<F extends (...args: never[]) => unknown> {
  /** Adds a function. The functions run in the order in which modules add them. */
  add: (handler: F) => void;
  /** Runs all functions one after another. @returns their results */
  run: (...args: Parameters<F>) => Promise<Awaited<ReturnType<F>>[]>;
}

/** Creates a hook without functions. */
export function createHook<F extends (...args: never[]) => unknown>(): Hook<F> {
  const handlers: F[] = [];
  return {
    add: (handler) => void handlers.push(handler),
    async run(...args) {
      const results: Awaited<ReturnType<F>>[] = [];
      for (const handler of handlers) results.push((await handler(...args)) as Awaited<ReturnType<F>>);
      return results;
    },
  };
}
