import { kindNamed } from "../../../src/shared/kinds/index.ts";
import type { Status } from "../../../src/shared/items/status.ts";
import { insertItem, payloadOf } from "../archive/factories.ts";
import type { Call } from "./authorization-calls.ts";
import { UNIVERSITY } from "./authorization-rows.ts";
import { meets, meetsInList, showsEmail, status } from "./authorization-observe.ts";
import type { MatrixWorld } from "./authorization-world.ts";

type Ids = [create: string, list: string, mine: string, one: string, setStatus: string];

/** The requests for the rows of one kind. */
export function contributionCalls(world: MatrixWorld, kindName: string, ids: Ids): Record<string, Call> {
  const { archive, owner, targets, visitor } = world;
  const { calls, title } = kindNamed(kindName);
  const [create, list, mine, one, setStatus] = ids;
  const at = (was: Status) => targets[was][kindName] as string;
  const listPath = `/api/${calls.lists[0]}`;
  const minePath = `/api/${calls.mine[0]}`;

  const listed =
    (was: Status, query = ""): Call =>
    (me) =>
    () =>
      meets(me.get(`${listPath}?size=100&${query}`), at(was));
  const own =
    (was: Status): Call =>
    (me) =>
    () =>
      meetsInList(me.get(`${minePath}/${owner.email}`), at(was));
  const read =
    (was: Status): Call =>
    (me) =>
    () =>
      status(me.get(`/api/${calls.one}/${at(was)}`));
  const moderate =
    (from: Status, to: Status, by: string = calls.setStatus[0]): Call =>
    async (me) => {
      const id = await insertItem(archive, kindName, { status: from, uploader: owner });
      return () => status(me.put(`/api/${by}/${id}`, { status: to }));
    };

  return {
    [`${create} | a valid one`]: (me) => () => status(me.post(`/api/${calls.create}`, payloadOf(kindName))),
    [`${create} | with status Approved`]: (me) => async () => {
      const answer = await me.post(`/api/${calls.create}`, payloadOf(kindName, { status: "Approved" }));
      return answer.status === 201
        ? meets(visitor.get(`${listPath}?size=100`), answer.body.insertedId)
        : answer.status;
    },
    [`${list} | an Approved item`]: listed("Approved"),
    [`${list} | a Pending item`]: listed("Pending"),
    [`${list} | a Cancelled item`]: listed("Cancelled"),
    [`${list} | ?status=Pending`]: listed("Pending", "status=Pending"),
    [`${list} | ?status=Cancelled`]: listed("Cancelled", "status=Cancelled"),
    [`${list} | ?search= for a Pending item`]: async (me) => {
      const word = `find${kindName}${me.name}`.toLowerCase();
      const id = await insertItem(archive, kindName, {
        status: "Pending",
        uploader: owner,
        // The title of a syllabus is its department, so the university puts it in the moderator's area.
        fields: { [title]: word, university: UNIVERSITY },
      });
      return () => meets(me.get(`${listPath}?search=${word}`), id);
    },
    [`${list} | the owner's email`]: (me) => () =>
      showsEmail(me.get(`${listPath}?size=100`), at("Approved"), owner.email),
    [`${mine} | their own item`]: async (me) => {
      const { id: uploaderId } = await archive.db.read
        .selectFrom("users")
        .select("id")
        .where("email", "=", me.email)
        .executeTakeFirstOrThrow();
      const uploader = { id: uploaderId, displayName: me.name, email: me.email };
      const id = await insertItem(archive, kindName, { uploader });
      return () => meetsInList(me.get(`${minePath}/${me.email}`), id);
    },
    [`${mine} | the owner's Pending item`]: own("Pending"),
    [`${mine} | the owner's Cancelled item`]: own("Cancelled"),
    [`${mine} | the owner's items, a page`]: (me) => () =>
      meetsInList(me.get(`${minePath}/${owner.email}?page=0&size=100`), at("Pending")),
    [`${mine} | an unknown email`]: (me) => () =>
      meetsInList(me.get(`${minePath}/nobody@example.edu`), "_id"),
    [`${mine} | undefined`]: (me) => () => meetsInList(me.get(`${minePath}/undefined`), "_id"),
    [`${one} | Approved`]: read("Approved"),
    [`${one} | Pending`]: read("Pending"),
    [`${one} | Cancelled`]: read("Cancelled"),
    [`${one} | the owner's email`]: (me) => () =>
      showsEmail(me.get(`/api/${calls.one}/${at("Approved")}`), at("Approved"), owner.email),
    [`${setStatus} | Pending to Approved`]: moderate("Pending", "Approved"),
    [`${setStatus} | Approved to Cancelled`]: moderate("Approved", "Cancelled"),
    [`${setStatus} | the same status`]: moderate("Approved", "Approved"),
    ...(calls.setStatus[1] && {
      [`${setStatus} | by its other name`]: moderate("Pending", "Approved", calls.setStatus[1]),
    }),
    [`${setStatus} | an unknown id`]: (me) => () =>
      status(me.put(`/api/${calls.setStatus[0]}/${"0".repeat(24)}`, { status: "Approved" })),
  };
}
