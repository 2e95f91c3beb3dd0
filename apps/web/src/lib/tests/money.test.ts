import { expect, it } from "vitest";
import { formatCents, formatMoney } from "../format.ts";

it.each([
  ["18.00", "$18"],
  ["18.50", "$18.50"],
  ["0.05", "$0.05"],
  ["1250.00", "$1,250"],
])("formats %s as %s", (decimal, written) => expect(formatMoney(decimal)).toBe(written));

it("formats cents", () => expect(formatCents(2599)).toBe("$25.99"));
