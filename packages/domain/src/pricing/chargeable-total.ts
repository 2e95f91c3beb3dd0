import type { Cents } from "../kernel/money.ts";
import { accept, type Result, refuse } from "../kernel/result.ts";

/** What a card can be charged at once, in cents. */
const LEAST = 50;
const MOST = 99_999_999;

export function checkTotal(total: Cents): Result<Cents, "total_too_low" | "total_too_high"> {
  if (total < LEAST) return refuse("total_too_low");
  return total > MOST ? refuse("total_too_high") : accept(total);
}

/** A deposit is held on a card like a total, but there need not be one. */
export function checkDeposit(deposit: Cents): Result<Cents, "deposit_too_low" | "deposit_too_high"> {
  if (deposit > 0 && deposit < LEAST) return refuse("deposit_too_low");
  return deposit > MOST ? refuse("deposit_too_high") : accept(deposit);
}
