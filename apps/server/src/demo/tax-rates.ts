import { taxRates } from "../features/taxes/public.ts";
import type { Db } from "../platform/db/db.ts";

/** New Jersey has one rate for the whole state. */
export async function seedTaxRates(db: Db): Promise<void> {
  await db.insert(taxRates).values({
    state: "NJ",
    taxRate: "6.6250",
    jurisdiction: "New Jersey",
    effectiveDate: "2018-01-01",
  });
}
