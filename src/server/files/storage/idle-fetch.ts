/**
 * Makes a `fetch` that aborts a request if the server sends nothing for some time, before the response or
 * within its body. A slow reader of the body does not cause an abort.
 * @param idle how long the server may be silent, in ms
 */
export function idleFetch(idle: number): typeof fetch {
  return async (input, init) => {
    const silent = new AbortController();
    const within = async <T>(answer: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => silent.abort(new Error(`Silent for ${idle} ms`)), idle).unref();
      return answer.finally(() => clearTimeout(timer));
    };
    const answer = await within(fetch(input, { ...init, signal: silent.signal }));
    if (!answer.body) return answer;
    const reader = answer.body.getReader();
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { value } = await within(reader.read());
          if (value) controller.enqueue(value);
          else controller.close();
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    const { status, statusText, headers } = answer;
    return new Response(body, { status, statusText, headers });
  };
}
