import { beforeAll } from "vitest";
import { newId } from "../../platform/ids.ts";
import { useTestDatabase } from "../test-database.ts";
import { MoneyUnderTest, type RenterAndOwner } from "./payments-under-test.ts";
import { useTestPayments } from "./test-payments.ts";

/**
 * Payments for all tests of a file, passed to `onReady`. `here` returns a new booking id of the same renter and owner.
 */
export function useMoney(onReady: (money: MoneyUnderTest) => void) {
  const database = useTestDatabase();
  const sandbox = useTestPayments(database);
  let renterAndOwner: RenterAndOwner | undefined;
  beforeAll(async () => {
    const money = new MoneyUnderTest(database().db, sandbox());
    renterAndOwner = await money.parties();
    onReady(money);
  });
  const here = (): RenterAndOwner => {
    if (!renterAndOwner) throw new Error("The two people are there from beforeAll on");
    return { ...renterAndOwner, bookingId: newId() };
  };
  return { database, sandbox, here };
}
