import { EventEmitter, once } from "node:events";
import { SMTPServer } from "smtp-server";
import { type Eml, parseEml } from "../../../src/server/platform/mail/eml.ts";

export interface TakenMail extends Eml {
  from: string;
  to: string[];
}

/**
 * A mail server on loopback that accepts every mail.
 * @param onTaken runs when a mail has arrived, before the sender learns that it was accepted
 */
export async function startSmtp(onTaken: (mail: TakenMail) => void = () => {}) {
  const taken: TakenMail[] = [];
  const arrivals = new EventEmitter();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          ...parseEml(Buffer.concat(chunks)),
        };
        taken.push(mail);
        arrivals.emit(mail.to[0] ?? "", mail);
        onTaken(mail);
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** The mails that arrived since the last call. */
    look: (): TakenMail[] => taken.splice(0),
    /** Waits for the next mail to an address. */
    next: async (address: string): Promise<TakenMail> => (await once(arrivals, address))[0] as TakenMail,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** The path and query of the only link to a page of the site in a mail. */
export function linkIn({ text }: TakenMail, page: string): string {
  const found = text.match(/https?:\/\/\S+/g)?.map((address) => new URL(address));
  const link = found?.find(({ pathname }) => pathname === page);
  if (!link) throw new Error(`No link to ${page} in\n${text}`);
  return link.pathname + link.search;
}

export const tokenIn = (mail: TakenMail, page: string): string =>
  new URLSearchParams(linkIn(mail, page).split("?")[1]).get("token") ?? "";
