import { markReturned } from "@nexby/contract/bookings/booking-commands";
import { syncBookingPayment } from "@nexby/contract/bookings/checkout";
import { approveExtension, declineExtension, withdrawExtension } from "@nexby/contract/bookings/extensions";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { readClock } from "../../../../platform/clock.ts";
import { users } from "../../../../schema/accounts.ts";
import type { Member } from "../../../../testing/people/members.ts";
import { openOf, useExtensions } from "./extensions.fixture.ts";

const extensions = useExtensions();
const { here, as, database, reach, settle, inPossession, notificationsOf, holdsAtProvider } = extensions;
const { optionsOf, requested, errorOf, holdEndOf } = extensions;

describe("[EXT-01] an extension that ends without more days", () => {
  test("an extension that ends without more days is declined, withdrawn or expired: the card is released, and price, end and units stay", async () => {
    const { owner, renter, money } = here();
    const before = await inPossession();
    const { id, endAt, totalCents } = before;
    const endings: [string, Member, (extensionId: string) => Promise<unknown>][] = [
      ["declined", renter, (extensionId) => as(owner, declineExtension, id, { extensionId, reason: "I need it" })],
      ["withdrawn", owner, (extensionId) => as(renter, withdrawExtension, id, { extensionId })],
      ["expired", renter, () => reach(endAt, -1)],
    ];
    for (const [status, told, end] of endings) {
      const extensionId = openOf(await requested(id))?.id ?? "";
      expect(await holdsAtProvider(id)).toBe(1);
      await end(extensionId);
      const after = await settle(id);
      expect(after).toMatchObject({ endAt, totalCents, price: before.price });
      const declineReason = status === "declined" ? "I need it" : null;
      expect(after.extensions.at(-1)).toMatchObject({ id: extensionId, status, declineReason });
      expect(await holdsAtProvider(id)).toBe(0);
      expect(after.payments.filter(({ kind }) => kind === "extension").at(-1)).toMatchObject({
        status: "canceled",
        capturedCents: 0,
      });
      expect(await holdEndOf(id)).toEqual([endAt]);
      const news = await notificationsOf(told, id);
      expect(news.find((one) => !/_(reminder|soon)$/.test(one ?? ""))).toBe(`extension_${status}`);
      const late = await errorOf(owner, approveExtension, id, { extensionId });
      expect(late).toMatchObject({ status: 409, error: { code: "action_not_allowed" } });
    }
    await money.expectBalanced();
  });

  test("an extension that ends without more days expires 24 hours after the request, or one hour before the end if that is sooner", async () => {
    const { id, endAt } = await inPossession();
    const requestedHours = async () => {
      const open = openOf(await requested(id));
      const now = await readClock(database().db);
      return { open, hours: (new Date(open?.expiresAt ?? 0).getTime() - now.getTime()) / 3_600_000 };
    };
    const { open, hours } = await requestedHours();
    expect(hours).toBeCloseTo(24, 1);
    await as(here().renter, withdrawExtension, id, { extensionId: open?.id });
    await reach(endAt, -5);
    expect((await requestedHours()).hours).toBeCloseTo(4, 1);
    await reach(endAt, -1.9);
    expect(await optionsOf(id)).toMatchObject({ refusal: { code: "already_requested" } });
    await reach(endAt, -0.9);
    expect(await optionsOf(id)).toMatchObject({ refusal: { code: "too_late" }, options: [] });
    await reach(endAt, 3);
    const overdue = await settle(id);
    expect(overdue).toMatchObject({ rentalStatus: "overdue" });
    expect(overdue.extensions.at(-1)).toMatchObject({ status: "expired" });
  });

  test("an extension that ends without more days ends when the owner is suspended, and when the renter returns the item", async () => {
    const { owner, renter, money } = here();
    const before = await inPossession();
    const { id } = before;
    const suspend = (suspendedAt: Date | null) =>
      database().db.update(users).set({ suspendedAt }).where(eq(users.id, owner.id));
    const statusesAfter = async (reason: () => Promise<unknown>) => {
      await requested(id);
      await reason();
      await as(renter, syncBookingPayment, id);
      const { extensions, payments, endAt } = await settle(id);
      expect(await holdsAtProvider(id)).toBe(0);
      const paid = payments.filter(({ kind, capturedCents }) => kind === "extension" && capturedCents > 0);
      expect(paid).toEqual([]);
      expect(endAt).toBe(before.endAt);
      return extensions.map(({ status, declineReason }) => [status, declineReason]);
    };
    expect(await statusesAfter(() => suspend(new Date()))).toEqual([["declined", null]]);
    await suspend(null);
    expect(await statusesAfter(() => as(renter, markReturned, id, {}))).toEqual([
      ["declined", null],
      ["withdrawn", null],
    ]);
    await money.expectBalanced();
  });

  test("an extension that ends without more days ends when a bank disputes the rental's payment", async () => {
    const { renter, money } = here();
    const { id, payments } = await inPossession();
    await requested(id);
    const { provider_charge_id: charge } = await money.row("payments", payments[0]?.id ?? "");
    await money.control(`charges/${charge}/dispute`);
    await as(renter, syncBookingPayment, id);
    expect(await settle(id)).toMatchObject({ extensions: [{ status: "declined", declineReason: null }] });
    expect(await holdsAtProvider(id)).toBe(0);
    await money.expectBalanced();
  });
});
