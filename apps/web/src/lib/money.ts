const WHOLE = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
const EXACT = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "18.00" → "$18", "18.50" → "$18.50". */
export function formatMoney(decimal: string): string {
  const amount = Number(decimal);
  return (Number.isInteger(amount) ? WHOLE : EXACT).format(amount);
}

export const formatCents = (cents: number): string => formatMoney((cents / 100).toFixed(2));

/** Always with cents, for sums that stand below each other. */
export const formatExactCents = (cents: number): string => EXACT.format(cents / 100);

export const isZero = (decimal: string): boolean => Number(decimal) === 0;
