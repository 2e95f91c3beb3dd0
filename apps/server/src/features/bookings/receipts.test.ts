import { expect, test } from "vitest";
import { printReceipt } from "./receipts.ts";

const receipt = (number: string) => ({
  ...({ number, kind: "rental", status: "captured", title: "City bike", timezone: "America/New_York" } as const),
  ...{ paidAt: new Date("2026-05-04T15:00:00Z"), stay: null, ownerName: "Maya Rivera", lines: [], card: null },
  payer: { name: "Omar Haddad", email: "omar@nexby.example" },
  ...{ totalCents: 4500, chargedCents: 4500, heldCents: 0, refundedCents: 0, depositCents: 0 },
});

test("receipts are printed one at a time, and people who wait take turns", async () => {
  const printed: string[] = [];
  const print = async (name: string) => {
    await printReceipt(receipt(name), name.slice(0, -1));
    printed.push(name);
  };
  await Promise.all(["Omar1", "Omar2", "Omar3", "Omar4", "Lena1"].map(print));
  expect(printed).toEqual(["Omar1", "Lena1", "Omar2", "Omar3", "Omar4"]);
});
