import { beforeAll } from "vitest";
import { newId } from "../../platform/ids.ts";
import { useTestDatabase } from "../test-database.ts";
import { MoneyUnderTest, type RenterAndOwner } from "./payments-under-test.ts";
import { useTestPayments } from "./test-payments.ts";

/** Money for all tests of a file, given when it is there. `here` is another booking of the same two people. */
export function useMoney(onReady: (money: MoneyUnderTest) => void) {
  const database = useTestDatabase();
  const sandbox = useTestPayments(database);
  let parties: RenterAndOwner | undefined;
  beforeAll(async () => {
    const money = new MoneyUnderTest(database().db, sandbox());
    parties = await money.parties();
    onReady(money);
  });
  const here = (): RenterAndOwner => {
    if (!parties) throw new Error("The two people are there from beforeAll on");
    return { ...parties, bookingId: newId() };
  };
  return { database, sandbox, here };
}
