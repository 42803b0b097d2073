/** State outside React, which `useSyncExternalStore` reads. */
export function createStore<State extends object>(first: State) {
  const listeners = new Set<() => void>();
  let state = first;
  return {
    state: () => state,
    set(change: Partial<State>) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
