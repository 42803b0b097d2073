import type { Services } from "../server/services.ts";
import { CommandError, runCommand, UsageError } from "./cli.ts";

const usage = `npm run admin -- grant EMAIL   makes a person an admin
npm run admin -- grant-moderator EMAIL [--university NAME] [--department NAME]
                               makes a person a moderator of a university, a department, both, or of everything
npm run admin -- revoke EMAIL  makes an admin or a moderator a student
npm run admin -- list          lists the admins and the moderators
npm run admin -- reset-second-factor EMAIL
                               turns off two-step login for a person who lost their phone and recovery codes,
                               and logs the person out everywhere`;

const roles = { grant: "admin", revoke: "student" } as const;

async function setRole({ people }: Services, email: string, action: keyof typeof roles): Promise<void> {
  const { matched, modified } = await people.setRoleAsOperator(email, roles[action]);
  if (!matched)
    throw new CommandError(`There is no account with the email ${email}. Ask the person to sign up first.`);
  console.log(
    `${email} is ${modified ? "now" : "already"} ${action === "grant" ? "an admin" : "a student"}.` +
      (modified ? " They must log in again." : ""),
  );
}

async function grantModerator({ people }: Services, email: string, area: TypedArea): Promise<void> {
  const areas = Object.keys(area).length > 0 ? [area] : "everything";
  const { matched, modified } = await people.grantModeratorAsOperator({ email, areas });
  if (!matched)
    throw new CommandError(`There is no account with the email ${email}. Ask the person to sign up first.`);
  const what = Object.values(area).toReversed().join(", ") || "everything";
  console.log(
    modified
      ? `${email} is now a moderator of ${what}. They must log in again.`
      : `Nothing changed: ${email} is an admin, or already moderates this.`,
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

async function list({ accounts, people }: Services): Promise<void> {
  const admins = await accounts.listAdmins();
  for (const { email, displayName } of admins) console.log(`${email}\t${displayName}`);
  for (const { email, displayName, areas } of await people.moderatorsAsOperator())
    console.log(`${email}\t${displayName}\tmoderator of ${areas.map(nameOf).join("; ")}`);
  if (admins.length === 0) console.log("There is no admin yet. Make one with: npm run admin -- grant EMAIL");
}

/** An area as the operator types it. */
interface TypedArea {
  university?: string;
  department?: string;
}

const nameOf = ({ university, department }: Required<TypedArea>): string =>
  [department, university].filter((name) => name !== "").join(", ") || "everything";

const options = { university: { type: "string" }, department: { type: "string" } } as const;

await runCommand({ usage, options }, ({ values, positionals: [action, email, ...others] }) => {
  const { university, department } = values;
  const area: TypedArea = { ...(university && { university }), ...(department && { department }) };
  if (action === "grant-moderator" && email && others.length === 0)
    return (services) => grantModerator(services, email, area);
  if (Object.keys(area).length > 0)
    throw new UsageError("Use --university and --department only with grant-moderator.");
  if (action === "list" && email === undefined) return list;
  const isKnown = action === "grant" || action === "revoke" || action === "reset-second-factor";
  if (!isKnown || !email || others.length > 0) {
    throw new UsageError(
      "Use grant, grant-moderator, revoke or reset-second-factor with an email, or list without one.",
    );
  }
  if (action === "reset-second-factor") return (services) => resetSecondFactor(services, email);
  return (services) => setRole(services, email, action);
});
