import type { RequestListener } from "node:http";

export interface MeasuredOptions {
  /** Finds the pattern of a path. */
  routeOf: (path: string) => string;
  /** Counts a request. @param facts see `RequestFacts` */
  request: (facts: { route: string; method: string; status: number | undefined; ms: number }) => void;
}

/**
 * Measures every request, also those that the response cache answers. The time ends when the response is
 * sent, or when the client leaves.
 */
export function withMeasurements(
  { routeOf, request: count }: MeasuredOptions,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const start = performance.now();
    const { method = "", url = "" } = request;
    response.once("close", () => {
      const end = url.indexOf("?");
      count({
        route: routeOf(end === -1 ? url : url.slice(0, end)),
        method,
        status: response.headersSent ? response.statusCode : undefined,
        ms: performance.now() - start,
      });
    });
    return listener(request, response);
  };
}
