import { openCommandDatabase } from "./composition/stores.ts";
import { grantAdmin, revokeAdmin } from "./features/accounts/commands/grant-admin.ts";
import { readConfig } from "./platform/config.ts";
import { AppError } from "./platform/errors.ts";
import { explainAndExit } from "./platform/process.ts";

const USAGE = `Usage:
  npm run admin -- grant someone@example.com    gives an account admin rights
  npm run admin -- revoke someone@example.com   takes its admin rights away
`;

const COMMANDS = {
  grant: { run: grantAdmin, outcome: "is now an admin." },
  revoke: { run: revokeAdmin, outcome: "is no longer an admin and is signed out everywhere." },
};

/** The only way to grant or revoke admin rights; deliberately not possible over the web. */
async function admin([verb = "", email = "", ...more]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb as keyof typeof COMMANDS] : undefined;
  if (!command || email === "" || more.length > 0) return fail(USAGE);
  const database = await openCommandDatabase(readConfig(process.env));
  try {
    const account = await command.run(database.db, email.trim());
    process.stdout.write(`${account.email} ${command.outcome}\n`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    fail(`${error.message}\n`);
  } finally {
    await database.close();
  }
}

function fail(text: string): void {
  process.stderr.write(text);
  process.exitCode = 1;
}

admin(process.argv.slice(2)).catch(explainAndExit);
