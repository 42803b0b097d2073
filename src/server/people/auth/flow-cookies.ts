import { z } from "zod";
import { cookieLine, cookiesOf } from "../../../shared/cookies.ts";
import { createSeal } from "./seal.ts";
import { siteCookie } from "../../platform/index.ts";
import { tokenHash } from "./token.ts";

/** How long a person may take at the provider. In seconds. */
const FLOW_SECONDS = 10 * 60;
/** How many sign-ins one browser may have on their way, as in several tabs. */
const FLOWS_MAX = 4;
/** Longer ones are not remembered: cookies have little room. */
const FROM_MAX = 1_000;

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  purpose: z.enum(["signIn", "connect"]),
  /** The person who connects, and the session. */
  userId: z.string().optional(),
  sessionId: z.string().optional(),
  /** The remembered origin. */
  from: z.string(),
  /** Known to the page that opened the window, and to the window: what it reports under. */
  popup: z.string().optional(),
  /** Another window of the same page has taken its place. */
  isSuperseded: z.boolean().optional(),
  /** Epoch milliseconds. */
  startedAt: z.number(),
});

/** A sign-in on its way: what must come back the same, and where it goes on. */
export type Flow = z.infer<typeof flowSchema>;

export type FlowCookies = ReturnType<typeof createFlowCookies>;

/**
 * Keeps each sign-in that is on its way in a cookie of its own, encrypted, in the browser that began it. Without that
 * cookie no answer of a provider counts, so that nobody can be signed in to somebody else's account by a link.
 * @param origin where people reach the site
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
    // One of an older version of the site is none.
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
     * @param earlier the window whose place this one takes
     * @returns cookies for the browser: the new one, and an end to those that are too old or too many
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

    /** The sign-in that a state belongs to; undefined where this browser did not begin it, or too long ago. */
    find(headers: Headers, state: string | null, now: number): Flow | undefined {
      if (!state) return undefined;
      const flow = all(headers, now).find(({ name }) => name === nameOf(state))?.flow;
      return flow?.state === state ? flow : undefined;
    },

    end: ({ state }: Flow): string => line(nameOf(state), "", 0),
  };
}
