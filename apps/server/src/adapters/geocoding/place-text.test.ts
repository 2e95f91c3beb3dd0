import { describe, expect, test } from "vitest";
import { readPlaceText } from "./place-text.ts";

const townsIn = (text: string) =>
  readPlaceText(text).readings.map(({ spellings, states }) => `${spellings[0]}|${states?.join(" ") ?? "any"}`);

describe("readPlaceText", () => {
  test.each([
    ["07040", "07040"],
    [" 07040-1234 ", "07040"],
    ["07040-", "07040"],
    ["Maplewood NJ 07040", "07040"],
    ["12345 Maple Street, Maplewood, NJ 07040, USA", "07040"],
    ["12345 Maple Street, Maplewood, NJ", null],
    ["1234567", null],
  ])("readPlaceText reads the ZIP of %j as %s", (text, zipCode) => {
    expect(readPlaceText(text).zipCode).toBe(zipCode);
  });

  test.each([
    ["07", "07"],
    ["0704", "0704"],
    ["0", null],
    ["07040", null],
    ["0704 Maplewood", null],
  ])("readPlaceText reads the ZIP prefix of %j as %s", (text, zipPrefix) => {
    expect(readPlaceText(text).zipPrefix).toBe(zipPrefix);
  });

  test.each([
    ["Maplewood", ["maplewood|any"]],
    ["  MAPLEWOOD ,  nj ", ["maplewood|NJ"]],
    ["maplewood nj", ["maplewood|NJ", "maplewood nj|any"]],
    ["Maplewood N.J.", ["maplewood|NJ", "maplewood nj|any"]],
    ["Maplewood, New J", ["maplewood|NJ"]],
    ["Charleston, West Virginia", ["charleston|WV"]],
    ["Charleston West Virginia", ["charleston west|VA", "charleston|WV", "charleston west virginia|any"]],
    ["Cañon City, CO", ["canon city|CO"]],
    ["Maplewood NJ 070", ["maplewood|NJ", "maplewood nj|any"]],
    ["Winston-Salem", ["winston salem|any"]],
    ["1 Elm Road, Millburn, NJ", ["millburn|NJ"]],
    ["1 Elm Road, Millburn", ["millburn|any"]],
    ["1 Elm Road Millburn, NJ", ["elm road millburn|NJ", "road millburn|NJ", "millburn|NJ"]],
    ["", []],
    ["💥", []],
  ])("readPlaceText reads the towns of %j as %j", (text, towns) => {
    expect(townsIn(text)).toEqual(towns);
  });

  test.each([
    ["St. Louis", ["st louis", "saint louis"]],
    ["Saint Paul", ["saint paul", "st paul"]],
    ["Ft Worth", ["ft worth", "fort worth"]],
    ["Mount Laurel", ["mount laurel", "mt laurel"]],
  ])("readPlaceText spells the town of %j as %j", (text, spellings) => {
    expect(readPlaceText(text).readings[0]?.spellings).toEqual(spellings);
  });
});
