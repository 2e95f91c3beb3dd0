import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, it } from "vitest";
import { findMisspelled } from "./env-file.mjs";
import { inRepository } from "./repository.mjs";

const SETTINGS = Object.keys(parseEnv(readFileSync(inRepository(".env.example"), "utf8")));

it.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["DATABASE_ULR", "DATABASE_URL"],
  ["database_url", "DATABASE_URL"],
  ["APPSECRET", "APP_SECRET"],
  ["PROT", "PORT"],
  ["STRIPE_SECRET_KEYS", "STRIPE_SECRET_KEY"],
])("asks whether %s was meant to be %s", (name, setting) => {
  expect(findMisspelled(["PORT", name], SETTINGS)).toEqual([`  ${name} is not a setting. Did you mean ${setting}?`]);
});

it("accepts every setting, and names that resemble none", () => {
  expect(SETTINGS.length).toBeGreaterThan(30);
  expect(findMisspelled([...SETTINGS, "COMPOSE_PROJECT_NAME", "TZ", "NODE_OPTIONS", "PGDATA"], SETTINGS)).toEqual([]);
});
