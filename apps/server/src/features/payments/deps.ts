import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";

/** What talks to the provider gets a pool, never a transaction: nothing in the database waits for the provider. */
export type MoneyDeps = { db: Db; payments: PaymentsPort };
