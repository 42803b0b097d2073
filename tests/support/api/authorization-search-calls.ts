import { type Status, statuses } from "../../../src/shared/items/status.ts";
import { contactInput, insertItem, unique } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { emailIn, meets, outcome } from "./authorization-observe.ts";
import type { MatrixWorld, Person } from "./authorization-world.ts";
import { universityForm, unknownUniversity, usedUniversity } from "../archive/universities.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * The requests for rows about the search. Their word occurs in only one item, and no other word is similar.
 */
export function searchCalls({ archive, owner }: MatrixWorld): Record<string, Call> {
  const { services } = archive;
  const item = async (status: Status) => {
    const word = `zq${[...String(unique())].map((digit) => (LETTERS[Number(digit)] as string).repeat(3)).join("")}`;
    const fields = { subject: `Canary ${word}` };
    return { word, id: await insertItem(archive, "question", { uploader: owner, status, fields }) };
  };
  const about = (status: Status): string => `a${status === "Approved" ? "n" : ""} ${status} item`;
  const found =
    (status: Status): Call =>
    async (me) => {
      const { word, id } = await item(status);
      return () => meets(me.get(`/api/search?search=${word}`), id);
    };
  const suggested =
    (status: Status): Call =>
    async (me) => {
      const { word } = await item(status);
      // The search completes only words of approved items, so these words are whole.
      const typed = status === "Approved" ? word.slice(0, -1) : word;
      return () => meets(me.get(`/api/suggest?search=${typed}`), word);
    };
  const actor = (me: Person) => services.accounts.actor(me.headers);
  const alias = () => ({ alias: `alias${unique()}`, phrase: "made for a test" });
  return {
    ...Object.fromEntries(
      statuses.flatMap((status) => [
        [`search | ${about(status)}`, found(status)],
        [`suggest | ${about(status)}`, suggested(status)],
      ]),
    ),
    "search | the owner's email": async (me) => {
      const { word, id } = await item("Approved");
      return async () => {
        const { body } = await me.get(`/api/search?search=${word}`);
        return emailIn(body.items, id, owner.email);
      };
    },
    "aliases.list | all": (me) => () =>
      outcome(async () => void (await services.aliases.list(await actor(me)))),
    "aliases.add | a new one": (me) => () =>
      outcome(async () => void (await services.aliases.add(await actor(me), alias()))),
    "universities.known | all": () => () => outcome(async () => void (await services.universities.known())),
    "universities.list | all": (me) => () =>
      outcome(async () => void (await services.universities.list(await actor(me)))),
    "universities.get | an unknown one": async (me) => {
      const id = await unknownUniversity(archive);
      return () => outcome(async () => void (await services.universities.get(await actor(me), id)));
    },
    "universities.add | a new one": async (me) => {
      await services.universities.reconcile();
      const input = { name: `New University ${unique()}`, banglaName: "", otherNames: "" };
      return () => outcome(async () => void (await services.universities.add(await actor(me), input)));
    },
    "universities.save | another short name": async (me) => {
      const input = await universityForm(archive, await unknownUniversity(archive));
      return () => outcome(async () => void (await services.universities.save(await actor(me), input)));
    },
    "universities.merge | an unknown one": async (me) => {
      const id = await unknownUniversity(archive);
      const into = await usedUniversity(archive);
      return () =>
        outcome(async () => void (await services.universities.merge(await actor(me), { id, into })));
    },
    "contactDetails.shown | all": () => () =>
      outcome(async () => void (await services.contactDetails.shown())),
    "contactDetails.list | all": (me) => () =>
      outcome(async () => void (await services.contactDetails.list(await actor(me)))),
    "contactDetails.save | another phone": async (me) => {
      await archive.db.write.deleteFrom("contactDetails").execute();
      return () =>
        outcome(async () => void (await services.contactDetails.save(await actor(me), contactInput())));
    },
    "aliases.remove | an existing one": async (me) => {
      const known = alias();
      await archive.db.write.insertInto("searchAlias").values(known).execute();
      return () => outcome(async () => void (await services.aliases.remove(await actor(me), known)));
    },
  };
}
