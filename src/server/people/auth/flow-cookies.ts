import { z } from "zod";
import { cookieLine, cookiesOf } from "../../../shared/people/cookies.ts";
import { createSeal } from "./seal.ts";
import { siteCookie } from "../../platform/index.ts";
import { tokenHash } from "./token.ts";

/** How long a person may take to log in at the provider, in seconds. */
const FLOW_SECONDS = 10 * 60;
/** How many logins of one browser can be open at once, for example in several tabs. */
const FLOWS_MAX = 4;
/** A longer address is not remembered, because a cookie is small. */
const FROM_MAX = 1_000;

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  purpose: z.enum(["signIn", "connect"]),
  /** The person who connects a provider, and their session. */
  userId: z.string().optional(),
  sessionId: z.string().optional(),
  /** The remembered page. */
  from: z.string(),
  /** The id that the popup window sends to the page that opened it. */
  popup: z.string().optional(),
  /** Whether a newer window of the same page has replaced this window. */
  isSuperseded: z.boolean().optional(),
  /** The start of the login, in epoch milliseconds. */
  startedAt: z.number(),
});

/**
 * A login that has started: the values that the provider must return, and the page where the person
 * continues.
 */
export type Flow = z.infer<typeof flowSchema>;

export type FlowCookies = ReturnType<typeof createFlowCookies>;

/**
 * Keeps each started login in a separate encrypted cookie of its browser. A provider's response is valid only
 * with that cookie, so a link can't log a person in to a different person's account.
 * @param origin the public origin of the site
 */
export function createFlowCookies(origin: string, secret: string) {
  const secure = origin.startsWith("https://");
  const prefix = siteCookie(origin, "proshno-flow-").name;
  const { seal, open } = createSeal(secret, "sign-in flow");
  const nameOf = (state: string): string => prefix + tokenHash(state).slice(0, 16);
  const line = (name: string, value: string, seconds: number): string =>
    cookieLine(name, value, { seconds, secure });
  const keep = (flow: Flow): string => line(nameOf(flow.state), seal(JSON.stringify(flow)), FLOW_SECONDS);

  /** @param now epoch milliseconds */
  function parse(value: string, now: number): Flow | undefined {
    const text = open(value);
    // A cookie from an older version of the site may have a different format.
    const flow = text === undefined ? undefined : flowSchema.safeParse(JSON.parse(text)).data;
    return flow && now - flow.startedAt < FLOW_SECONDS * 1000 ? flow : undefined;
  }

  function all(headers: Headers, now: number): { name: string; flow: Flow | undefined }[] {
    return Object.entries(cookiesOf(headers.get("cookie")))
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value = ""]) => ({ name, flow: parse(value, now) }));
  }

  return {
    /**
     * @param headers of the request
     * @param earlier the id of the window that this window replaces
     * @returns cookies for the browser: the new cookie, and deletions of old or excess cookies
     */
    begin(headers: Headers, flow: Flow, earlier?: string): string[] {
      const kept = all(headers, flow.startedAt)
        .filter((one) => one.flow !== undefined)
        .sort((a, b) => (b.flow?.startedAt ?? 0) - (a.flow?.startedAt ?? 0))
        .slice(0, FLOWS_MAX - 1);
      const names = new Set(kept.map(({ name }) => name));
      const ended = all(headers, flow.startedAt).filter(({ name }) => !names.has(name));
      const superseded = kept.filter((one) => earlier !== undefined && one.flow?.popup === earlier);
      return [
        ...ended.map(({ name }) => line(name, "", 0)),
        ...superseded.map((one) => keep({ ...(one.flow as Flow), isSuperseded: true })),
        keep({ ...flow, from: flow.from.length > FROM_MAX ? "/" : flow.from }),
      ];
    },

    /** The login with this state; undefined if a different browser started it, or if it is too old. */
    find(headers: Headers, state: string | null, now: number): Flow | undefined {
      if (!state) return undefined;
      const flow = all(headers, now).find(({ name }) => name === nameOf(state))?.flow;
      return flow?.state === state ? flow : undefined;
    },

    end: ({ state }: Flow): string => line(nameOf(state), "", 0),
  };
}
