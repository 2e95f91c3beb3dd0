import { parseArgs } from "node:util";
import { DAY, MINUTE } from "@nexby/domain/kernel/duration";
import { choosePayments } from "./composition/providers.ts";
import { openCommandDatabase } from "./composition/stores.ts";
import { claimProviderAccount } from "./features/payments/provider-access.ts";
import { type DayRange, reconcile, reportText } from "./features/reconciliation/reconcile.ts";
import { ConfigError, readConfig } from "./platform/config.ts";
import { explainAndExit } from "./platform/process.ts";

const USAGE = "Usage: npm run reconcile -- [--from YYYY-MM-DD [--to YYYY-MM-DD]], in UTC";

/** How long movements on their way are waited for. */
const PATIENCE_MS = 2 * MINUTE;

/** The days named by the command; undefined without any. */
function rangeOf(args: string[]): DayRange | undefined {
  const { values } = parseArgs({ args, options: { from: { type: "string" }, to: { type: "string" } } });
  if (values.from === undefined && values.to === undefined) return undefined;
  const [from, to] = [dayOf(values.from), values.to === undefined ? null : dayOf(values.to)];
  if (to !== null && to < from) throw new ConfigError(`${USAGE}. The first day comes after the last one.`);
  return { from, until: to && new Date(to.getTime() + DAY) };
}

function dayOf(text = ""): Date {
  const day = new Date(`${text}T00:00:00Z`);
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text.length === 10;
  if (!isDay) throw new ConfigError(`${USAGE}. "${text}" is not a day.`);
  return day;
}

/** Compares card provider and ledger now, as the daily job does, or a range of days, and prints the report. */
async function main(): Promise<void> {
  const range = rangeOf(process.argv.slice(2));
  const config = readConfig(process.env);
  const { db, ownerUrl, close } = await openCommandDatabase(config);
  try {
    const provider = await choosePayments(config, { sandboxDatabaseUrl: ownerUrl, db, onFault: () => undefined });
    try {
      await claimProviderAccount(db, provider.payments);
      const report = await reconcile({ db, payments: provider.payments }, { range, patienceMs: PATIENCE_MS });
      process.stdout.write(reportText(report));
      if (report.openCount > 0) process.exitCode = 1;
    } finally {
      await provider.close();
    }
  } finally {
    await close();
  }
}

main().catch(explainAndExit);
