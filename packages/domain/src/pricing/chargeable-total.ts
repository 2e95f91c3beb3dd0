import type { Cents } from "../kernel/money.ts";
import { accept, type Result, refuse } from "../kernel/result.ts";

/** What a card can be charged at once, in cents. */
const LEAST = 50;
const MOST = 99_999_999;

export function checkTotal(total: Cents): Result<Cents, "total_too_low" | "total_too_high"> {
  if (total < LEAST) return refuse("total_too_low");
  return total > MOST ? refuse("total_too_high") : accept(total);
}
