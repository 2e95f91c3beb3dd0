import type {
  activateTaxRate,
  createTaxRate,
  deactivateTaxRate,
  listTaxRates,
  updateTaxRate,
} from "@nexby/contract/taxes";
import { readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";
import { write } from "../../../lib/write.ts";

const RATES = "/api/admin/tax-rates";

/** Which rates are shown, by whether quotes may use them. */
export const USES = ["active", "inactive", "all"] as const;
export type Use = (typeof USES)[number];

const IS_ACTIVE: Record<Use, string | null> = { active: "true", inactive: "false", all: null };

export const taxRatePages = (state: string | null, use: Use) =>
  readPages<typeof listTaxRates>(withQuery(RATES, { state, isActive: IS_ACTIVE[use] }));

/** Every list of rates and every history: an act may concern two rates at once. */
export const isAboutTaxRates = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith(RATES);

export const addTaxRate = write<typeof createTaxRate>("POST", RATES);
export const changeTaxRate = (rateId: string) => write<typeof updateTaxRate>("PATCH", RATES, rateId);
export const deactivate = (rateId: string) => write<typeof deactivateTaxRate>("POST", RATES, rateId, "deactivate");
export const activate = (rateId: string) => write<typeof activateTaxRate>("POST", RATES, rateId, "activate");

export const historyPath = (rateId: string) => `${RATES}/${rateId}/history` as const;
