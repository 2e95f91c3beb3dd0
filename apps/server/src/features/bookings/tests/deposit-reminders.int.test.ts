import { approveBooking, confirmTime } from "@nexby/contract/bookings/booking-commands";
import { payBooking } from "@nexby/contract/bookings/checkout";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, database, reach, settle, loseCard, notificationsOf } = rentals;

describe("a deposit that can't be held without the renter", () => {
  test("a booking is canceled two hours after its start when its deposit can't be held", async () => {
    const { owner, money } = here();
    const { id, totalCents, startAt } = await rentals.approved(await item({ depositAmountCents: 6_000 }), {
      inDays: 3,
    });
    await loseCard(id);
    await as(owner, confirmTime, id, {});
    await reach(startAt, -11);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "action_required" });
    expect((await settle(id)).allowedActions).toContain("pay_deposit");
    await reach(startAt, 2.1);
    const canceled = await settle(id);
    expect(canceled).toMatchObject({ status: "canceled", cancellation: { reason: "deposit_failed", percent: 50 } });
    expect(canceled.cancellation?.refundCents).toBeLessThan(totalCents);
    await money.expectBalanced();
  });

  const ALWAYS_ASKS = "pm_card_authenticationRequired";

  /** Scheduled, paid with a card whose bank asked the cardholder at checkout. */
  async function confirmedAtBank(card: string, inDays = 3) {
    const itemId = await item({ depositAmountCents: 6_000 });
    const checkout = await rentals.checkout(await rentals.request(itemId, { inDays }));
    const { id } = await rentals.payAtBank(checkout, card);
    await as(here().owner, approveBooking, id, {});
    await as(here().owner, confirmTime, id, {});
    return settle(id);
  }

  const mailsAbout = async (id: string) => {
    const { rows } = await database().db.execute<{ body: string }>(
      sql`select body from outgoing_messages where channel = 'mail' and body like ${`%/checkout/${id}%`}`,
    );
    return rows.map(({ body }) => body);
  };

  test("[PAY-03] a deposit is held without the renter on a card that was set up at checkout", async () => {
    const { id, startAt } = await confirmedAtBank("pm_card_authenticationRequiredOnSetup");
    await reach(startAt, -23);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
    expect(await mailsAbout(id)).toEqual([]);
  });

  test("[PAY-03] the server reminds the renter of a missing deposit 24, 18 and 12 hours before the start until the renter confirms it, by text as well but not at night", async () => {
    const { renter, money } = here();
    const wantTexts = (isWanted: boolean) =>
      database().db.execute(sql`update users set notify_sms = ${isWanted} where id = ${renter.id}`);
    await wantTexts(true);
    const { id, startAt } = await confirmedAtBank(ALWAYS_ASKS);
    const reminders = async () => {
      const notified = (await notificationsOf(renter)).filter((kind) => kind === "deposit_reminder");
      return [notified.length, (await mailsAbout(id)).length];
    };
    const [before = 0] = await reminders();
    await reach(startAt, -24.1);
    expect(await reminders()).toEqual([before, 0]);
    for (const [count, hours] of [-24, -23, -18, -17, -12].entries()) {
      await reach(startAt, hours);
      await settle(id);
      const times = Math.floor(count / 2) + 1;
      expect(await reminders(), `${hours} h`).toEqual([before + times, times]);
    }
    const waiting = await settle(id);
    expect(waiting).toMatchObject({ depositStatus: "action_required", nextStep: { code: "secure_deposit" } });
    const [mail] = await mailsAbout(id);
    expect(mail).toContain("We couldn’t hold the $60.00 deposit for ");
    expect(mail).toContain("The bank asks the cardholder to confirm this payment.");
    expect(mail).toContain(`Confirm the deposit: http://nexby.example/checkout/${id}`);

    const { rows } = await database().db.execute<{ card: string; attempts: number }>(
      sql`select card_id as card, attempts from payments where booking_id = ${id} and kind = 'deposit'`,
    );
    expect(rows[0]?.attempts, "only the cardholder can confirm, so the card is tried once").toBe(1);
    const deposit = await as(renter, payBooking, id, { kind: "deposit" });
    expect(await rentals.payAtBank(deposit, rows[0]?.card ?? "")).toMatchObject({ depositStatus: "secured" });
    await reach(startAt, 2.1);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "secured" });
    expect(await reminders()).toEqual([before + 3, 3]);
    // The rental starts at 9:00 AM, so the last reminder was due at 9:00 PM.
    const { rows: texts } = await database().db.execute(
      sql`select recipient from outgoing_messages where channel = 'sms' and body like ${`%/checkout/${id}`}`,
    );
    expect(texts).toHaveLength(2);
    await wantTexts(false);
    await money.expectBalanced();
  });

  test("[PAY-03] a booking without its deposit is refunded in full when the renter was reminded less than 12 hours before the cancellation", async () => {
    const { owner, money } = here();
    const { id, totalCents, startAt } = await rentals.approved(await item({ depositAmountCents: 6_000 }), {
      inDays: 3,
    });
    await loseCard(id);
    await as(owner, confirmTime, id, {});
    await reach(startAt, -9);
    expect(await settle(id)).toMatchObject({ status: "scheduled", depositStatus: "action_required" });
    expect(await mailsAbout(id)).toHaveLength(1);
    await reach(startAt, 2.1);
    const cancellation = { reason: "deposit_failed", percent: 100, refundCents: totalCents };
    expect(await settle(id)).toMatchObject({ status: "canceled", paymentStatus: "refunded", cancellation });
    expect(await money.ledgerOf(id)).not.toHaveProperty("owner_payable");
    await money.expectBalanced();
  });
});
