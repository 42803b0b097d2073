import { bodies } from "./bodies.ts";
import { disk } from "./disk.ts";
import { fields } from "./fields.ts";
import { logins } from "./logins.ts";
import { queues } from "./queues.ts";
import { reads } from "./reads.ts";
import { search } from "./search.ts";
import { sharedWrites } from "./shared-writes.ts";
import { trouble } from "./trouble.ts";
import { writes } from "./writes.ts";
import { zips } from "./zips.ts";
import type { Scenario } from "./world.ts";

/** Every attack of `npm run lab -- abuse`, in the order of their runs. */
export const scenarios: Scenario[] = [
  fields,
  bodies,
  logins,
  search,
  reads,
  queues,
  writes,
  sharedWrites,
  zips,
  disk,
  trouble,
];
