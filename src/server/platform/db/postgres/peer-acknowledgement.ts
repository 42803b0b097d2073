/** Checks that all peers know the latest commits; see `ask`. */
export interface PeerAcknowledgement {
  /** Resolves when all live peers know every commit from before this call. */
  ask(): Promise<void>;
  /** Handles the acknowledgement of one peer. */
  hear(question: string, from: string): void;
}

/**
 * @param send sends a request to all peers, and returns the ids of the peers that must acknowledge it
 * @param forgetAfter how long a request waits for acknowledgements, in ms
 */
export function createPeerAcknowledgement(
  send: (question: string) => Promise<string[]>,
  forgetAfter: number,
): PeerAcknowledgement {
  const questions = new Map<string, ReturnType<typeof createQuestion>>();
  /** The next request, which is not sent yet. All writers that arrive before it is sent share it. */
  let next: Promise<{ answered: Promise<void> }> | undefined;
  let sending: Promise<unknown> = Promise.resolve();
  let count = 0;

  async function sendAfter(previous: Promise<unknown>) {
    await previous.catch(() => {});
    next = undefined;
    count += 1;
    const id = String(count);
    const question = createQuestion();
    questions.set(id, question);
    setTimeout(() => questions.delete(id), forgetAfter).unref();
    return { answered: question.answered(await send(id)) };
  }

  return {
    async ask() {
      if (!next) {
        next = sendAfter(sending);
        sending = next;
      }
      await (
        await next
      ).answered;
    },
    hear: (id, from) => questions.get(id)?.hear(from),
  };
}

/** An acknowledgement may arrive before the list of awaited peers is known. */
function createQuestion() {
  const known = new Set<string>();
  let check = () => {};
  return {
    hear(from: string): void {
      known.add(from);
      check();
    },
    answered: (awaited: string[]): Promise<void> =>
      new Promise((resolve) => {
        check = () => {
          if (awaited.every((one) => known.has(one))) resolve();
        };
        check();
      }),
  };
}
