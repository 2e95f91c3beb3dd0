import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findTaxRateById, selectTaxRates } from "../managed-tax-rates.repository.ts";
import type { TaxRateRow } from "../tax-rate-rows.ts";

type Query = {
  state?: string | undefined;
  isActive?: "true" | "false" | undefined;
  limit: number;
  cursor?: string | undefined;
};
type Page = { rows: TaxRateRow[]; nextCursor: string | null };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One page of rates by place. The cursor is the last rate of the page before. */
export async function listTaxRates(db: Db, { state, isActive, limit, cursor }: Query): Promise<Page> {
  if (cursor !== undefined && !(ID.test(cursor) && (await findTaxRateById(db, cursor)))) {
    const message = "Cursor is not one of ours";
    throw new AppError("validation_failed", message, { details: [{ field: "cursor", message }] });
  }
  const found = await selectTaxRates(db, {
    state: state ?? null,
    isActive: isActive === undefined ? null : isActive === "true",
    afterId: cursor ?? null,
    limit: limit + 1,
  });
  const rows = found.slice(0, limit);
  return { rows, nextCursor: found.length > rows.length ? (rows.at(-1)?.id ?? null) : null };
}
