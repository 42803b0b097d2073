import type { ServerResponse } from "node:http";

/** The arguments of `writeHead`: a status, an optional reason and optional headers. */
export type HeadArguments = [status: number, ...rest: unknown[]];

/** Changes the head of a response before it is written. */
export function changeHead(response: ServerResponse, change: (args: HeadArguments) => HeadArguments): void {
  const { writeHead } = response;
  response.writeHead = (...args: HeadArguments) =>
    writeHead.apply(response, change(args) as Parameters<typeof writeHead>);
}

/** Calls `act` before the head of a response is written. */
export function beforeHead(response: ServerResponse, act: () => void): void {
  changeHead(response, (args) => {
    act();
    return args;
  });
}
