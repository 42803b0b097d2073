import { parseEmail } from "../../../shared/schemas/text.ts";
import type { AccountsRepo } from "./accounts.repo.ts";

/**
 * The addresses for a mail to all admins. Suspended admins are left out. Imported addresses that no mail
 * server accepts are left out too, because they must not stop the transaction.
 */
export async function adminAddresses(accountsRepo: Pick<AccountsRepo, "listAdmins">): Promise<string[]> {
  const admins = await accountsRepo.listAdmins();
  return admins
    .filter(({ email, suspendedAt }) => suspendedAt === null && parseEmail(email) === email)
    .map(({ email }) => email);
}
