import { milesBetween } from "@nexby/domain/kernel/distance";
import { expect, it } from "vitest";
import { formatMiles } from "../format.ts";

it.each([
  [0, "0.0 mi"],
  [2, "2.0 mi"],
  [7.25, "7.3 mi"],
  [12.34, "12.3 mi"],
])("[CONST-03] %d miles are shown as %s", (miles, text) => expect(formatMiles(miles)).toBe(text));

it("[CONST-03] a degree is 69.1 miles on an earth with a radius of 3959 miles", () =>
  expect(formatMiles(milesBetween({ latitude: 40, longitude: -74 }, { latitude: 41, longitude: -74 }))).toBe(
    "69.1 mi",
  ));
