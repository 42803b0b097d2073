import { bodies } from "./bodies.ts";
import { connections } from "./connections.ts";
import { fields } from "./fields.ts";
import { logins } from "./logins.ts";
import { queues } from "./queues.ts";
import { reads } from "./reads.ts";
import { search } from "./search.ts";
import type { Scenario } from "./world.ts";

/** Every attack of `npm run test:abuse`, in the order of their runs. */
export const scenarios: Scenario[] = [fields, bodies, logins, search, reads, queues, connections];
