import { z } from "zod";

export const METRICS_TOKEN =
  "must have 20 to 200 letters, digits and .~+/=_- without spaces: use the output of `openssl rand -hex 32`";
export const METRICS_PORT = "must be a port from 1 to 65535, and not the same as PORT";
export const SLOW_QUERY = "must be a time in milliseconds, from 1 to 60000";

/** RFC 6750 §2.1 allows these characters in a bearer token. */
export const isMetricsToken = (text: string): boolean => /^[\w.~+/=-]{20,200}$/.test(text);

/** A whole number from 1. @param error what the value must be */
export const wholeNumber = (max: number, error: string) =>
  z.coerce.number({ error }).int({ error }).min(1, { error }).max(max, { error });
