/** Keeps what the server has not stored, so that a closed tab loses nothing of it. */
export interface KeptInTab<Entry> {
  /** @param entries all entries of this tab that the server has not stored */
  keep: (entries: readonly Entry[]) => void;
  /** Takes the entries of tabs that were closed. @returns them in their order */
  takeOver: () => Promise<Entry[]>;
}

/**
 * Each tab keeps its entries in a place of its own, and holds a lock with the same name while it has some. So a place without
 * its lock belongs to a tab that was closed.
 */
export function createKeptInTab<Entry>(name: string): KeptInTab<Entry> {
  const prefix = `${name} `;
  const own = prefix + Math.random().toString(36).slice(2);
  let release: (() => void) | undefined;

  return {
    keep(entries) {
      // Without locks, as on an address without https, another tab could take over the entries of an open one.
      if (!navigator.locks) return;
      const hasEntries = entries.length > 0;
      if (hasEntries && !release) {
        const { promise, resolve } = Promise.withResolvers<void>();
        release = resolve;
        void navigator.locks.request(own, () => promise);
      }
      try {
        if (hasEntries) localStorage.setItem(own, JSON.stringify(entries));
        else localStorage.removeItem(own);
      } catch {
        // Without storage, only a closed tab without a connection loses entries.
      }
      if (hasEntries) return;
      release?.();
      release = undefined;
    },

    async takeOver() {
      if (!navigator.locks) return [];
      const found: Entry[] = [];
      for (const place of placesOf(prefix).filter((one) => one !== own))
        await navigator.locks.request(place, { ifAvailable: true }, (lock) => {
          if (lock) found.push(...taken<Entry>(place));
        });
      return found;
    },
  };
}

function placesOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function taken<Entry>(place: string): Entry[] {
  const text = localStorage.getItem(place);
  localStorage.removeItem(place);
  return text === null ? [] : (JSON.parse(text) as Entry[]);
}
