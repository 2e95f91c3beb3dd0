import { markReturned, resolveDamageClaim } from "@nexby/contract/bookings/booking-commands";
import { SETTLED_ACCOUNTS } from "@nexby/domain/ledger/accounts";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { callExpectingError } from "../../../testing/call.ts";
import { syncPayment } from "../../payments/sync/sync-payment.ts";
import { useRentals } from "./rentals.fixture.ts";

const { here, as, origin, database, passHours, settle, admin, claim, column, inPossession } = useRentals();

test.each([false, true])(
  "pays no damage claim from a charged-back deposit; bank has decided: %s",
  async (isDecided) => {
    const { owner, renter, money } = here();
    const { id } = await inPossession({ depositAmountCents: 6_000 }, { days: 20 });
    expect(await settle(id)).toMatchObject({ depositStatus: "secured" });
    const { rows } = await database().db.execute<{ payment: string; charge: string }>(sql`
    select id as payment, provider_charge_id as charge from payments where booking_id = ${id} and kind = 'deposit'`);
    const { payment = "", charge } = rows[0] ?? {};
    const { id: dispute } = await money.control<{ id: string }>(`charges/${charge}/dispute`);
    const lose = async () => {
      await money.control(`disputes/${dispute}/close`, { verdict: "lost" });
      await syncPayment(money, payment);
    };
    await (isDecided ? lose() : syncPayment(money, payment));
    expect(await settle(id)).toMatchObject({ depositStatus: isDecided ? "unsecured" : "secured" });
    await as(renter, markReturned, id, {});
    await claim(id, 5_000);
    const adminUser = await admin();
    const tooMuch = {
      body: { damageCents: 1, notes: "A cent" },
      params: { bookingId: id },
      headers: adminUser.headers,
    };
    expect(await callExpectingError(origin(), resolveDamageClaim, tooMuch)).toMatchObject({
      status: 400,
      error: { message: "You can award at most $0.00" },
    });
    await as(adminUser, resolveDamageClaim, id, { damageCents: 0, notes: "Nothing is there" });
    if (!isDecided) await lose();
    await passHours(49);
    expect(await settle(id, owner)).toMatchObject({
      status: "closed",
      depositStatus: "unsecured",
      payoutStatus: "paid",
    });
    const ledger = await money.ledgerOf(id);
    expect(SETTLED_ACCOUNTS.filter((account) => (ledger[account] ?? 0) !== 0)).toEqual([]);
    expect(ledger.chargeback_loss ?? 0).toBe(0);
    expect(await column("settled_at", id)).not.toBeNull();
    await money.expectBalanced();
  },
);
