/** The database is silent if a small question has no answer for this time, in ms. An answer usually takes one. */
export const SILENCE = 1_500;
/** Extra time, in ms, to read answers that arrived while this process was blocked. */
const GRACE = 100;

export interface SilenceWatch {
  /** Whether the database has not answered the last question in time, and nothing since. */
  isSilent(): boolean;
  /** Asks a question. @returns its answer @throws its error */
  watch<T>(ask: () => Promise<T>): Promise<T>;
}

/**
 * Notices that the database doesn't answer, from small questions that a process asks all the time. An error that arrives in
 * time is no silence: a database that refuses or closes connections fails requests at once anyway.
 * @param onSilent called when the silence begins
 */
export function createSilenceWatch(onSilent: () => void): SilenceWatch {
  let isSilent = false;
  return {
    isSilent: () => isSilent,
    async watch(ask) {
      let isLate = false;
      const notice = () => {
        isLate = true;
        if (isSilent) return;
        isSilent = true;
        onSilent();
      };
      let timer = setTimeout(() => {
        timer = setTimeout(notice, GRACE);
      }, SILENCE);
      try {
        const answer = await ask();
        isSilent = false;
        return answer;
      } catch (error) {
        if (!isLate) isSilent = false;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
