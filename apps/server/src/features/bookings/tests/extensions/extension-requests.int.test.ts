import { getBooking } from "@nexby/contract/bookings/bookings";
import { approveExtension, requestExtension } from "@nexby/contract/bookings/extensions";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { describe, expect, test } from "vitest";
import { call } from "../../../../testing/call.ts";
import { laterBy, openOf, useExtensions } from "./extensions.fixture.ts";

const extensions = useExtensions();
const { here, as, origin, passHours, settle, inPossession } = extensions;
const { optionsOf, bodyFor, paymentOf, errorOf, holdEndOf } = extensions;

describe("[EXT-01] paying for an extension", () => {
  test("an unpaid draft is replaced by another day, and gives its days back after 30 minutes", async () => {
    const { renter, money } = here();
    const { id, endAt, endDate, item } = await inPossession({ quantityTotal: 1 }, { days: 3 });
    const isFree = async (days: number) => {
      const day = addDays(endDate as LocalDate, days);
      const body = { startDate: day, endDate: day };
      return (await call(origin(), quoteItem, { params: { itemId: item.id }, body })).body.isBookable;
    };
    expect([await isFree(5), await isFree(2)]).toEqual([true, true]);
    await as(renter, requestExtension, id, await bodyFor(id, 5));
    expect(await holdEndOf(id)).toEqual([laterBy(5, endAt)]);
    expect([await isFree(5), await isFree(2)]).toEqual([false, false]);
    const replaced = await as(renter, requestExtension, id, await bodyFor(id, 2));
    expect(replaced.extensions.map(({ status }) => status)).toEqual(["withdrawn", "draft"]);
    expect(await holdEndOf(id)).toEqual([laterBy(2, endAt)]);
    expect([await isFree(5), await isFree(2)]).toEqual([true, false]);
    // The same request again changes nothing; another message makes it another request.
    const withMessage = { ...(await bodyFor(id, 2)), message: "The weather is great" };
    for (let times = 0; times < 2; times += 1) {
      const { extensions: sent } = await as(renter, requestExtension, id, withMessage);
      expect(sent.map(({ status, message }) => [status, message])).toEqual([
        ["withdrawn", null],
        ["withdrawn", null],
        ["draft", "The weather is great"],
      ]);
    }
    await passHours(0.48);
    expect(openOf(await settle(id))).toMatchObject({ status: "draft" });
    await passHours(0.03);
    const expired = await settle(id);
    expect(expired.extensions.map(({ status }) => status)).toEqual(["withdrawn", "withdrawn", "expired"]);
    expect(expired.payments.slice(1).map(({ status }) => status)).toEqual(["canceled", "canceled", "canceled"]);
    expect(await holdEndOf(id)).toEqual([endAt]);
    expect([await isFree(5), await isFree(2)]).toEqual([true, true]);
    await money.expectBalanced();
  });

  test("paying for an extension rejects a stale price, a day that isn't offered and everyone but the renter; a declined card leaves the days held for another", async () => {
    const { owner, renter } = here();
    const { id, endAt, endDate } = await inPossession();
    const body = await bodyFor(id, 1);
    const stale = await errorOf(renter, requestExtension, id, { ...body, totalCents: body.totalCents - 1 });
    expect(stale).toMatchObject({ status: 409, error: { code: "price_changed" } });
    expect(await errorOf(renter, requestExtension, id, { ...body, endDate })).toMatchObject({ status: 409 });
    expect(await errorOf(owner, requestExtension, id, body)).toMatchObject({ status: 409 });

    await as(renter, requestExtension, id, body);
    const checkout = await paymentOf(id);
    const declined = await extensions.pay(checkout, "pm_card_chargeDeclined");
    expect(openOf(declined)).toMatchObject({ status: "draft" });
    expect(declined.payments.at(-1)).toMatchObject({ kind: "extension", status: "action_required" });
    // The owner learns nothing before the request is paid.
    expect(await as(owner, getBooking, id)).toMatchObject({ extensions: [], nextStep: { code: "return" } });
    await as(renter, requestExtension, id, body);
    const again = await paymentOf(id);
    expect(again.payment?.id).toBe(checkout.payment?.id);
    const open = openOf(await extensions.payAtBank(again, "pm_card_authenticationRequired"));
    expect(open).toMatchObject({ status: "requested", endAt: laterBy(1, endAt) });

    expect(await errorOf(renter, approveExtension, id, { extensionId: open?.id })).toMatchObject({
      error: { message: "You don't have permission to do this" },
    });
    expect(await errorOf(renter, requestExtension, id, body)).toMatchObject({
      error: { message: expect.stringContaining("already requested an extension") },
    });
  });
});

describe("[EXT-01] the next renter", () => {
  test("the next renter limits an extension, with the turnaround between the two", async () => {
    const { id, endDate, item } = await inPossession({ quantityTotal: 1, turnaroundMinutes: 15 * 60 });
    const rival = await extensions.joinAsRenter();
    const startDate = addDays(endDate as LocalDate, 3);
    await extensions.checkout(await extensions.request(item.id, { startDate, endDate: startDate }), rival);
    const { options, limit } = await optionsOf(id);
    expect(options.map((option) => option.endDate)).toEqual([addDays(endDate as LocalDate, 1), addDays(startDate, -1)]);
    expect(limit).toMatchObject({ code: "not_enough_units" });
    const errorAt = async (day: string) => {
      const body = { endDate: day, totalCents: 5_000, message: "" };
      return (await errorOf(here().renter, requestExtension, id, body)).error;
    };
    expect(await errorAt(startDate)).toMatchObject({ code: "units_unavailable", message: limit?.message });
    expect(await errorAt(endDate)).toMatchObject({
      code: "not_bookable",
      message: "The rental can't be extended to this day. Choose another one.",
    });
  });

  test("either the next renter or the renter gets the last unit when both ask at once, and nobody is overbooked or charged twice", async () => {
    const { renter, money } = here();
    for (let round = 0; round < 2; round += 1) {
      const { id, endDate, item, endAt } = await inPossession({ quantityTotal: 1 });
      const rival = await extensions.joinAsRenter();
      const startDate = addDays(endDate as LocalDate, 1);
      const body = await extensions.request(item.id, { startDate, endDate: startDate });
      const extension = await bodyFor(id, 2);
      const [booked, extended] = await Promise.all([
        extensions.reserve(body, rival).then(
          () => true,
          () => false,
        ),
        call(origin(), requestExtension, { params: { bookingId: id }, headers: renter.headers, body: extension }).then(
          () => true,
          () => false,
        ),
      ]);
      expect(booked).not.toBe(extended);
      expect(await holdEndOf(id)).toEqual([extended ? laterBy(2, endAt) : endAt]);
    }
    await money.expectBalanced();
  });
});
