import type { Services } from "../server/services.ts";
import { runCommand, UsageError } from "./cli.ts";

const usage = `npm run sample -- add     loads the sample archive
npm run sample -- remove  takes it away again; what others contributed stays`;

async function add({ sample }: Services): Promise<void> {
  const made = await sample.add();
  if (!made) return console.log("The sample archive is loaded already.");
  console.log("The sample archive is loaded. These passwords are shown this once:");
  for (const [role, { email, password }] of Object.entries(made))
    console.log(`  ${role.padEnd(8)} ${email}  ${password}`);
}

async function remove({ sample, accounts }: Services): Promise<void> {
  const removed = await sample.remove();
  if (!removed) return console.log("No sample archive is loaded.");
  console.log(`${removed.items} sample items and ${removed.people} sample people are gone.`);
  if (removed.kept > 0) {
    console.log(`${removed.kept} of the sample's questions stay, because others have answered them.`);
  }
  if ((await accounts.listAdmins()).length === 0) {
    console.log("No admin is left. Make one with: npm run admin -- grant EMAIL");
  }
}

await runCommand({ usage, options: {} }, ({ positionals: [action, ...others] }) => {
  if (others.length > 0 || (action !== "add" && action !== "remove"))
    throw new UsageError("Say add or remove.");
  return action === "add" ? add : remove;
});
