import { codeFaults } from "./account-faults-codes.ts";
import { credentialFaults } from "./account-faults-credentials.ts";
import { floodFaults } from "./account-faults-floods.ts";
import { inputFaults } from "./account-faults-input.ts";
import { peopleFaults } from "./account-faults-people.ts";
import { providerFaults } from "./account-faults-provider.ts";
import type { Fault } from "../platform/fault.ts";

/** What `npm run test:faults` plants. A fix of the accounts that is worth a test is worth a fault here. */
export const accountFaults: Fault[] = [
  ...providerFaults,
  ...codeFaults,
  ...credentialFaults,
  ...inputFaults,
  ...peopleFaults,
  ...floodFaults,
];
