import { SQL_STATE, sqlStateOf } from "../../../platform/db/sql-state.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import type { CategoryChanges, CountedCategory } from "./managed-categories.repository.ts";

const RATES = ["commissionRate", "listerCommissionRate", "renterCommissionRate"] as const;

/** As administrators send them: what is left out is not meant. */
export type CategoryInput = {
  name?: string | undefined;
  icon?: string | null | undefined;
} & { [Rate in (typeof RATES)[number]]?: number | undefined };

/** Rates are exact decimals in the database, which JavaScript's numbers are not. */
export function columnsOf({ name, icon, ...rates }: CategoryInput): CategoryChanges {
  const given = RATES.flatMap((rate) => (rates[rate] === undefined ? [] : [[rate, rates[rate].toFixed(2)]]));
  return { ...(name !== undefined && { name }), ...(icon !== undefined && { icon }), ...Object.fromEntries(given) };
}

const TAKEN = "There is a category with this name";

const nameTaken = (cause?: unknown) =>
  new AppError("category_exists", undefined, { details: [{ field: "name", message: TAKEN }], cause });

/** Names differ by more than capitals. */
export function assertNameIsFree(name: string, others: readonly CountedCategory[]): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw nameTaken();
}

/** The database has the last word: to it some letters are the same that are not to us. */
export async function refusingTakenName<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw sqlStateOf(error) === SQL_STATE.uniqueViolation ? nameTaken(error) : error;
  }
}
