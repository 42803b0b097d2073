import type { Services } from "../server/services.ts";
import { runCommand, UsageError } from "./cli.ts";

const usage = `npm run sample -- add     loads the sample archive
npm run sample -- remove  removes the sample archive; contributions by other people stay in the archive`;

async function add({ sample }: Services): Promise<void> {
  const made = await sample.add();
  if (!made) return console.log("The sample archive is already loaded.");
  console.log("The sample archive is loaded. These passwords are shown only once:");
  for (const [role, { email, password }] of Object.entries(made))
    console.log(`  ${role.padEnd(9)} ${email}  ${password}`);
}

async function remove({ sample, accounts }: Services): Promise<void> {
  const removed = await sample.remove();
  if (!removed) return console.log("No sample archive is loaded.");
  console.log(`Removed ${removed.items} sample items and ${removed.people} sample people.`);
  if (removed.kept > 0) {
    console.log(`${removed.kept} sample questions stay in the archive, because other people answered them.`);
  }
  if ((await accounts.listAdmins()).length === 0) {
    console.log("There is no admin left. Make one with: npm run admin -- grant EMAIL");
  }
}

await runCommand({ usage, options: {} }, ({ positionals: [action, ...others] }) => {
  if (others.length > 0 || (action !== "add" && action !== "remove"))
    throw new UsageError("Use add or remove.");
  return action === "add" ? add : remove;
});
