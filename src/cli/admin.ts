import type { Services } from "../server/services.ts";
import { CommandError, runCommand, UsageError } from "./cli.ts";

const usage = `npm run admin -- grant EMAIL   makes a person an admin
npm run admin -- revoke EMAIL  makes an admin a student
npm run admin -- list          lists the admins
npm run admin -- reset-second-factor EMAIL
                               turns off two-step login for a person who lost their phone and recovery codes,
                               and logs the person out everywhere`;

const roles = { grant: "admin", revoke: "student" } as const;

async function setRole({ people }: Services, email: string, action: keyof typeof roles): Promise<void> {
  const { matched, modified } = await people.setRoleAsOperator(email, roles[action]);
  if (!matched)
    throw new CommandError(`There is no account with the email ${email}. Ask the person to sign up first.`);
  console.log(
    `${email} is ${modified ? "now" : "already"} ${action === "grant" ? "an admin" : "a student"}.`,
  );
}

async function resetSecondFactor({ secondFactor }: Services, email: string): Promise<void> {
  const { matched, modified } = await secondFactor.resetAsOperator(email);
  if (!matched) throw new CommandError(`There is no account with the email ${email}.`);
  console.log(
    modified
      ? `Turned off two-step login for ${email} and logged the person out everywhere.`
      : `${email} doesn't use two-step login.`,
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
    throw new UsageError("Use grant, revoke or reset-second-factor with an email, or list without one.");
  }
  if (action === "reset-second-factor") return (services) => resetSecondFactor(services, email);
  return (services) => setRole(services, email, action);
});
