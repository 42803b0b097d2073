import type { Call } from "./authorization-calls.ts";
import { meets, status } from "./authorization-observe.ts";
import { lead, post } from "./authorization-page-calls.ts";
import { rows } from "./authorization-rows.ts";
import type { MatrixWorld } from "./authorization-world.ts";
import { insertPile, PILE } from "./sample-pile.ts";

/** The pages of piles. Nobody but its owner finds a pile, also no admin. */
export const pilePages = rows(`
//                                                                         visitor student owner  other  admin  exAdmin suspended expired  moderator outside
  GET /dashboard/contribute          | opens                       |       | login  200    200    200    200    200    login  login    200       200
  GET /dashboard/contribute          | the owner's pile            |       | login  hidden seen   hidden hidden hidden login  login    hidden    hidden
  GET /dashboard/contribute/:id      | the owner's pile            |       | login  404    200    404    404    404    login  login    404       404
  GET /dashboard/contribute/:id/rows | the owner's pile            |       | 401    404    200    404    404    404    401    401      404       404
  POST /dashboard/contribute/:id     | removal of the owner's pile | -file -pile -pileRow -pileFile | login 404 303 404 404 404 login login   404       404
`);

/** The requests for the rows about pages of piles. */
export function pilePageCall(world: MatrixWorld, method: string, path: string, about: string): Call {
  const { archive, owner } = world;
  const prepare = () => insertPile(archive, owner.id, [1, 1]);
  const address = path.replace(":id", PILE);
  if (method === "POST")
    return async (me) => {
      await prepare();
      return () => post(me, address, { act: "remove" });
    };
  return async (me) => {
    await prepare();
    if (path.endsWith("/rows")) return () => status(me.get(address));
    return async () => {
      const answer = me.send(address);
      const cell = await lead(answer, address);
      return cell === 200 && about !== "opens" && !path.endsWith(":id") ? meets(answer, PILE) : cell;
    };
  };
}
