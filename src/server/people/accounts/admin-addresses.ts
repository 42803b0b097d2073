import { parseEmail } from "../../../shared/schemas/text.ts";
import type { AccountsRepo } from "./accounts.repo.ts";

/**
 * Where a mail to all admins goes. A suspended one gets none, and an imported address that no mail server would take
 * must not keep what the mail is about from being stored.
 */
export async function adminAddresses(accountsRepo: Pick<AccountsRepo, "listAdmins">): Promise<string[]> {
  const admins = await accountsRepo.listAdmins();
  return admins
    .filter(({ email, suspendedAt }) => suspendedAt === null && parseEmail(email) === email)
    .map(({ email }) => email);
}
