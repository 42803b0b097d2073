import { codeFaults } from "./account-faults-codes.ts";
import { credentialFaults } from "./account-faults-credentials.ts";
import { floodFaults } from "./account-faults-floods.ts";
import { inputFaults } from "./account-faults-input.ts";
import { peopleFaults } from "./account-faults-people.ts";
import { providerFaults } from "./account-faults-provider.ts";
import type { Fault } from "../platform/fault.ts";

/**
 * The faults that `npm run lab -- account-faults` plants. A fix in the account code that has a test also gets a fault
 * here.
 */
export const accountFaults: Fault[] = [
  ...providerFaults,
  ...codeFaults,
  ...credentialFaults,
  ...inputFaults,
  ...peopleFaults,
  ...floodFaults,
];
