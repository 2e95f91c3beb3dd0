import { expect, test } from "vitest";
import { useRentals } from "../lifecycle/rentals.fixture.ts";

const { here, item, requested, approved, settle, reach, scheduled, admin } = useRentals();

test("receipts are offered to who paid, as only they can open them", async () => {
  const { renter } = here();
  const { id } = await scheduled({}, { inDays: 2 });
  const receipts = async (member: Parameters<typeof settle>[1]) =>
    (await settle(id, member)).payments.map(({ hasReceipt }) => hasReceipt);
  expect(await receipts(renter)).toEqual([true]);
  expect(await receipts(await admin())).toEqual([false]);
});

test("a deposit that no hold lasts long enough for is said to be charged, before and after it is", async () => {
  const asked = { depositAmountCents: 5_000 };
  expect(await requested(await item(asked), { inDays: 3, days: 2 })).toMatchObject({ isDepositCharged: false });
  expect(await requested(await item(), { inDays: 3, days: 20 })).toMatchObject({ isDepositCharged: false });
  const { id, startAt, endAt } = await approved(await item(asked), { inDays: 3, days: 20 });
  expect(await settle(id)).toMatchObject({ depositStatus: "pending", isDepositCharged: true });
  await reach(startAt, -1);
  const charged = { kind: "deposit", status: "captured" };
  const secured = { depositStatus: "secured", isDepositCharged: true };
  expect(await settle(id)).toMatchObject({
    ...secured,
    payments: expect.arrayContaining([expect.objectContaining(charged)]),
  });
  // Placed now, a hold would do: what counts is how it was placed.
  await reach(endAt, -1);
  expect(await settle(id, here().owner)).toMatchObject(secured);
});
