import { parseEmail } from "../../../shared/schemas/text.ts";
import type { AccountsRepo } from "./accounts.repo.ts";

/**
 * The addresses of a mail to all admins. A suspended admin gets none, and an imported address that no mail server
 * accepts must not stop the storing of its cause.
 */
export async function adminAddresses(accountsRepo: Pick<AccountsRepo, "listAdmins">): Promise<string[]> {
  const admins = await accountsRepo.listAdmins();
  return admins
    .filter(({ email, suspendedAt }) => suspendedAt === null && parseEmail(email) === email)
    .map(({ email }) => email);
}
