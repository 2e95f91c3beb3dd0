import { confirmReturn, markReturned } from "@nexby/contract/bookings/booking-commands";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { type MoneyUnderTest, PRICE } from "../../../testing/bookings/payments-under-test.ts";
import { startPayment } from "../../payments/commands/open-payment.ts";
import { advanceBooking } from "../lifecycle/advance-booking.ts";
import { useRentals } from "./rentals.fixture.ts";

const { here, as, database, run, settle, inPossession } = useRentals();

const LATE_FEE = { kind: "late_fee", amountCents: 2_500, commissionCents: 125, capture: "automatic" } as const;
const DAMAGE = { kind: "damage", amountCents: 4_000, capture: "automatic" } as const;
const EXTENSION = { kind: "extension", price: PRICE, capture: "automatic" } as const;
type Charge = Parameters<MoneyUnderTest["open"]>[1];

async function open(bookingId: string, charge: Charge): Promise<string> {
  const { money, owner, renter } = here();
  const participants = { bookingId, payerId: renter.id, ownerId: owner.id, accountId: "" };
  const { id } = await money.open(participants, charge);
  await startPayment(money, id);
  return id;
}

async function capture(bookingId: string, charge: Charge): Promise<string> {
  const { money } = here();
  const id = await open(bookingId, charge);
  await money.confirm(id);
  await startPayment(money, id);
  return id;
}

/** Every row through which the booking's money could move. */
async function moneyOf(bookingId: string) {
  const read = async (table: string, where: ReturnType<typeof sql>) => {
    const name = sql.identifier(table);
    return (await database().db.execute(sql`select * from ${name} where ${where} order by id`)).rows;
  };
  const ofPayments = sql`payment_id in (select id from payments where booking_id = ${bookingId})`;
  return {
    payments: await read("payments", sql`booking_id = ${bookingId}`),
    operations: await read("payment_operations", ofPayments),
    refunds: await read("refunds", ofPayments),
    ledger: await read("ledger_transactions", sql`booking_id = ${bookingId}`),
  };
}

async function advanceTenTimes(bookingId: string): Promise<void> {
  for (let pass = 0; pass < 10; pass += 1) {
    await database().db.transaction((tx) => advanceBooking(tx, here().money.payments, bookingId));
    await run();
  }
}

const statusesOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await here().money.row("payments", id)).status));

test("late fee, damage and extension payments are never voided or refunded as superseded, during the rental or after it", async () => {
  const { owner, renter, money } = here();
  const { id } = await inPossession({ depositAmountCents: 6_000 }, { days: 20 });
  await settle(id);
  const captured = [await capture(id, LATE_FEE), await capture(id, DAMAGE), await capture(id, EXTENSION)];
  const opened = [await open(id, LATE_FEE), await open(id, DAMAGE), await open(id, EXTENSION)];
  expect(await statusesOf(captured)).toEqual(["captured", "captured", "captured"]);
  expect(await statusesOf(opened)).toEqual(["awaiting_payment", "awaiting_payment", "awaiting_payment"]);
  const expectUnchanged = async (status: string) => {
    expect(await settle(id)).toMatchObject({ status });
    const before = await moneyOf(id);
    await advanceTenTimes(id);
    expect(await moneyOf(id)).toEqual(before);
  };
  await expectUnchanged("in_possession");
  await as(renter, markReturned, id, {});
  await as(owner, confirmReturn, id, {});
  await expectUnchanged("closed");
  expect([await statusesOf(captured), await statusesOf(opened)]).toEqual([
    ["captured", "captured", "captured"],
    ["awaiting_payment", "awaiting_payment", "awaiting_payment"],
  ]);
  await money.expectBalanced();
});
