import type { Edit } from "./apply-edits.ts";

/** Keeps the changes that the server has not stored, so that a closed tab loses none of them. */
export interface KeptEdits {
  /** @param edits all changes of this tab that the server has not stored */
  keep: (edits: readonly Edit[]) => void;
  /** Takes the changes of tabs that were closed. @returns them in their order */
  takeOver: () => Promise<Edit[]>;
}

/**
 * Each tab keeps its changes in a place of its own, and holds a lock with the same name while it has some. So a place without
 * its lock belongs to a tab that was closed.
 */
export function createKeptEdits(pileId: string): KeptEdits {
  const prefix = `pile-edits ${pileId} `;
  const own = prefix + Math.random().toString(36).slice(2);
  let release: (() => void) | undefined;

  return {
    keep(edits) {
      // Without locks, as on an address without https, another tab could take over the changes of an open one.
      if (!navigator.locks) return;
      const hasEdits = edits.length > 0;
      if (hasEdits && !release) {
        const { promise, resolve } = Promise.withResolvers<void>();
        release = resolve;
        void navigator.locks.request(own, () => promise);
      }
      try {
        if (hasEdits) localStorage.setItem(own, JSON.stringify(edits));
        else localStorage.removeItem(own);
      } catch {
        // Without storage, only a closed tab without a connection loses changes.
      }
      if (hasEdits) return;
      release?.();
      release = undefined;
    },

    async takeOver() {
      if (!navigator.locks) return [];
      const found: Edit[] = [];
      for (const place of placesOf(prefix).filter((one) => one !== own))
        await navigator.locks.request(place, { ifAvailable: true }, (lock) => {
          if (lock) found.push(...taken(place));
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

function taken(place: string): Edit[] {
  const text = localStorage.getItem(place);
  localStorage.removeItem(place);
  return text === null ? [] : (JSON.parse(text) as Edit[]);
}
