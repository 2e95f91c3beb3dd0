import type { EarningsView, PayoutView } from "@nexby/contract/money/payouts";
import type { Earnings, PayoutRow, Statement, StatementRow } from "./earnings.queries.ts";

const sumOf = (rows: readonly { earnedCents: number }[]) => rows.reduce((sum, { earnedCents }) => sum + earnedCents, 0);

export function presentEarnings({ totals, months, earned, firstYear, isPayoutReady }: Earnings): EarningsView {
  return {
    totals,
    months: months.map((month) => {
      const rows = earned.filter((row) => row.month === month);
      return {
        month,
        earnedCents: sumOf(rows),
        items: rows.map(({ itemId, earnedCents }) => ({ itemId, earnedCents })),
      };
    }),
    items: itemsOf(earned),
    firstYear,
    isPayoutReady,
  };
}

function itemsOf(earned: Earnings["earned"]): EarningsView["items"] {
  const items = new Map<string, EarningsView["items"][number]>();
  for (const { itemId: id, title, ...row } of earned) {
    const known = items.get(id) ?? { id, title, earnedCents: 0, rentalCount: 0 };
    const earnedCents = known.earnedCents + row.earnedCents;
    items.set(id, { ...known, earnedCents, rentalCount: known.rentalCount + row.rentalCount });
  }
  return [...items.values()].sort((a, b) => b.earnedCents - a.earnedCents || a.title.localeCompare(b.title));
}

export const presentPayout = ({ createdAt, paidAt, ...payout }: PayoutRow): PayoutView => ({
  ...payout,
  createdAt: createdAt.toISOString(),
  paidAt: paidAt?.toISOString() ?? null,
});

/** In dollars, because people read them and spreadsheets sum them. */
const dollars = (cents: number) => cents / 100;

const COLUMNS: readonly [name: string, of: (row: StatementRow) => string | number][] = [
  ["Booking", ({ bookingId }) => bookingId],
  ["Item", ({ title }) => title],
  ["Renter", ({ renter }) => renter],
  ["First day", ({ startDate }) => startDate],
  ["Last day", ({ endDate }) => endDate],
  ["Status", ({ status }) => status],
  ["Ended on", ({ endedOn }) => endedOn],
  ["Rental and fees", ({ subtotalCents }) => dollars(subtotalCents)],
  ["Commission", ({ commissionCents }) => dollars(commissionCents)],
  ["Net rental", ({ rentalCents }) => dollars(rentalCents)],
  ["Refunded", ({ givenBackCents }) => dollars(givenBackCents)],
  ["Damage and late fees", ({ extraCents }) => dollars(extraCents)],
  ["Penalties", ({ penaltyCents }) => dollars(penaltyCents)],
  ["Earned", ({ earnedCents }) => dollars(earnedCents)],
  ["Deducted for balance owed", ({ keptForDebtCents }) => dollars(keptForDebtCents)],
  ["Paid out", ({ paidOutCents }) => dollars(paidOutCents)],
  ["Pending payout", ({ toComeCents }) => dollars(toComeCents)],
  ["Payout status", ({ payoutStatus }) => payoutStatus],
  ["Paid out on", ({ paidOutOn }) => paidOutOn ?? ""],
];

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

export function presentStatement({ year, rows }: Statement): File {
  const lines = [COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, of]) => of(row)))];
  return new File([BYTE_ORDER_MARK + csvOf(lines)], `nexby-earnings-${year}.csv`);
}

/** Text that a spreadsheet would run as a formula, even after leading spaces and characters that nobody sees. */
const FORMULA = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@\t\r＝＋－＠]/u;

/** Prevents CSV injection: user input must stay text, so it is quoted and formulas get a leading apostrophe. */
const cellOf = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** RFC 4180. Numbers come from us and stay numbers. */
export function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  const cells = (line: readonly (string | number)[]) =>
    line.map((cell) => (typeof cell === "number" ? String(cell) : cellOf(cell))).join(",");
  return lines.map((line) => `${cells(line)}\r\n`).join("");
}
