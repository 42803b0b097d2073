/** Asks all peers whether they know; see `ask`. */
export interface PeerAcknowledgement {
  /** Resolves once everybody who is there knows what was committed before this call. */
  ask(): Promise<void>;
  /** An answer came. */
  hear(question: string, from: string): void;
}

/**
 * @param send sends a question to everybody @returns who is there to answer it
 * @param forgetAfter how long anybody waits for an answer, in ms
 */
export function createPeerAcknowledgement(
  send: (question: string) => Promise<string[]>,
  forgetAfter: number,
): PeerAcknowledgement {
  const questions = new Map<string, ReturnType<typeof createQuestion>>();
  /**
   * The question that is not sent yet. Writers that come before it is sent share it, so one serves a hundred writers.
   */
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

/** Answers may come before it is known from whom they are awaited. */
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
