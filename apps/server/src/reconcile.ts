import { choosePayments } from "./composition/providers.ts";
import { openCommandDatabase } from "./composition/stores.ts";
import { reconcile, reportText } from "./features/ledger/reconciliation/reconcile.ts";
import { claimProviderAccount } from "./features/payments/provider-access.ts";
import { readConfig } from "./platform/config.ts";
import { explainAndExit } from "./platform/process.ts";

/** Runs the daily reconciliation of card provider and ledger now and prints its report. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const { db, ownerUrl, close } = await openCommandDatabase(config);
  try {
    const provider = await choosePayments(config, { sandboxDatabaseUrl: ownerUrl, db, onFault: () => undefined });
    try {
      await claimProviderAccount(db, provider.payments);
      const report = await reconcile({ db, payments: provider.payments });
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
