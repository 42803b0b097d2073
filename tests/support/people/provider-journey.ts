import type { Answer, openSite } from "../api/site.ts";

/** The cookies of one host, as a browser stores them. */
function cookieJar() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    take(headers: Headers): void {
      for (const line of headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        const [name = "", value = ""] = pair.split(/=(.*)/s);
        if (value === "" || /max-age=0/i.test(line)) cookies.delete(name);
        else cookies.set(name, value);
      }
    },
    header: (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
  };
}

/** A person with a browser without JavaScript, on the site and at the provider. */
export function openJourney(site: ReturnType<typeof openSite>, origin: string) {
  const [here, there] = [cookieJar(), cookieJar()];

  /** Sends one request to the site. */
  async function visit(
    path: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const body = form && { method: "POST", body: new URLSearchParams(form) };
    const answer = await site.as(here.header()).send(path, { ...body, headers: { origin, ...headers } });
    here.take(answer.headers);
    return answer;
  }

  /** Sends one request to the provider. */
  async function away(url: string, form?: Record<string, string>): Promise<Response> {
    const body = form && { method: "POST", body: new URLSearchParams(form) };
    const answer = await fetch(url, { ...body, redirect: "manual", headers: { cookie: there.header() } });
    there.take(answer.headers);
    return answer;
  }

  /** Presses the login button. @returns the address of the provider's page */
  async function start(form: Record<string, string> = {}): Promise<string> {
    const started = await visit("/auth/start", form);
    const leaving = await visit(started.headers.get("location") ?? "/");
    const url = /content="0;url=([^"]+)"/.exec(leaving.text)?.[1]?.replaceAll("&amp;", "&");
    if (!url)
      throw new Error(`Not led to the provider, but ${started.status} ${started.headers.get("location")}`);
    return url;
  }

  /**
   * Logs in at the provider, with or without its form.
   * @returns the address on the site to which the provider redirects
   */
  async function atProvider(url: string, form: Record<string, string>): Promise<string> {
    let next = url;
    for (let step = 0; step < 10; step += 1) {
      const answer = await away(next);
      const last = answer.status === 200 ? await away(next, form) : answer;
      const location = last.headers.get("location");
      if (!location) throw new Error(`The provider says ${last.status} ${await last.text()}`);
      next = new URL(location, next).href;
      if (next.startsWith(origin)) return next.slice(origin.length);
    }
    throw new Error("The provider goes on and on");
  }

  return {
    /** The cookies of the site. */
    cookies: here.cookies,
    cookieHeader: here.header,
    visit,
    start,
    atProvider,

    /** Does the whole login. @returns the site's response to the provider's redirect */
    async signIn(login: string, name = "", form: Record<string, string> = {}): Promise<Answer> {
      return visit(await atProvider(await start(form), { login, name }));
    },
  };
}
