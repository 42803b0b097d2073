import type { Services } from "../server/services.ts";
import { CommandError, runCommand, UsageError } from "./cli.ts";

const usage = `npm run admin -- grant EMAIL   makes somebody an admin
npm run admin -- revoke EMAIL  makes an admin a student
npm run admin -- list          shows the admins
npm run admin -- reset-second-factor EMAIL
                               takes a second factor away, for who lost phone and codes; logs them out`;

const roles = { grant: "admin", revoke: "student" } as const;

async function setRole({ people }: Services, email: string, action: keyof typeof roles): Promise<void> {
  const { matched, modified } = await people.setRoleAsOperator(email, roles[action]);
  if (!matched)
    throw new CommandError(`There is no account with the e-mail ${email}. They must register first.`);
  console.log(
    `${email} is ${modified ? "now" : "already"} ${action === "grant" ? "an admin" : "a student"}.`,
  );
}

async function resetSecondFactor({ secondFactor }: Services, email: string): Promise<void> {
  const { matched, modified } = await secondFactor.resetAsOperator(email);
  if (!matched) throw new CommandError(`There is no account with the e-mail ${email}.`);
  console.log(
    modified
      ? `${email} has no second factor any more, and is logged out everywhere.`
      : `${email} has no second factor.`,
  );
}

async function list({ accounts }: Services): Promise<void> {
  const admins = await accounts.listAdmins();
  for (const { email, displayName } of admins) console.log(`${email}\t${displayName}`);
  if (admins.length === 0) console.log("There is no admin yet. Make one with: npm run admin -- grant EMAIL");
}

await runCommand({ usage, options: {} }, ({ positionals: [action, email, ...others] }) => {
  if (action === "list" && email === undefined) return list;
  const isKnown = action === "grant" || action === "revoke" || action === "reset-second-factor";
  if (!isKnown || !email || others.length > 0) {
    throw new UsageError("Say grant, revoke or reset-second-factor with one e-mail, or list.");
  }
  if (action === "reset-second-factor") return (services) => resetSecondFactor(services, email);
  return (services) => setRole(services, email, action);
});
