import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv4 } from "node:net";

const [A, AAAA] = [1, 28];
const HEADER = 12;
/** The flags of a response. */
const FLAGS = { found: 0x8180, noSuchName: 0x8183 };

/**
 * A name server on loopback, over UDP. Stop it after use.
 * @param addressesOf the result for a name: its addresses, "unknown", or "silent" for no response
 */
export async function startNameServer(addressesOf: (name: string) => string[] | "unknown" | "silent") {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  socket.on("message", (question, { port, address }) => {
    const { name, end } = readName(question);
    asked.push(name);
    for (const one of waiting) if (asked.length >= one.count) one.resolve();
    const found = addressesOf(name);
    if (found === "silent") return;
    const type = question.readUInt16BE(end);
    const own = found === "unknown" ? [] : found.filter((each) => type === (isIPv4(each) ? A : AAAA));
    socket.send(answerTo(question, end + 4, type, found === "unknown", own), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    server: `127.0.0.1:${socket.address().port}`,
    /** The names in all DNS queries so far. */
    asked,
    /** Resolves when this number of DNS queries has arrived. */
    async questions(count: number): Promise<void> {
      if (asked.length >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add({ count, resolve });
      await promise;
    },
    async stop(): Promise<void> {
      socket.close();
      await once(socket, "close");
    },
  };
}

/** The name in a DNS query, and the offset of its type. */
function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

function answerTo(
  question: Buffer,
  end: number,
  type: number,
  isUnknown: boolean,
  addresses: string[],
): Buffer {
  const header = Buffer.alloc(HEADER);
  question.copy(header, 0, 0, 2);
  header.writeUInt16BE(isUnknown ? FLAGS.noSuchName : FLAGS.found, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const data = type === A ? Buffer.from(address.split(".").map(Number)) : ipv6(address);
    // The name from the query, class internet, time to live 0.
    const record = Buffer.from([0xc0, HEADER, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([header, question.subarray(HEADER, end), ...records]);
}

/** @param address with one "::" at most */
function ipv6(address: string): Buffer {
  const [left = "", right] = address.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":").map((group) => parseInt(group, 16)));
  const [before, after] = [groups(left), groups(right ?? "")];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return Buffer.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 255]));
}
