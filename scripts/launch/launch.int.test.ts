import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { copyCheckout } from "../planted/checkout-copy.ts";
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

/** Enough for a build, which is needed if the sources changed since the last one. */
const START_TIME_MS = 240_000;

it(
  "npm start works in a folder whose name has spaces and umlauts, and rejects a misspelled name in its .env",
  async () => {
    const copy = copyCheckout({ below: "a b/ünï", isComplete: true });
    onTestFinished(() => copy.remove());
    copy.write({ ".env": "DATABSE_URL=postgres://db.example/nexby\n" });
    const { code, output } = copy.run("scripts/start.mjs");
    expect([code, output]).toEqual([1, expect.stringContaining("Did you mean DATABASE_URL?")]);

    copy.write({ ".env": "PORT=0\nDATA_DIR=data\n" });
    const { PATH, HOME } = process.env;
    const server = spawn(process.execPath, ["scripts/start.mjs"], { cwd: copy.folder, env: { PATH, HOME } });
    onTestFinished(() => void server.kill("SIGKILL"));
    const ended = once(server, "exit");
    let printed = "";
    const ready = new Promise<string>((resolve) => {
      for (const stream of [server.stdout, server.stderr]) {
        stream.on("data", (chunk) => {
          printed += chunk;
          const origin = /Nexby is ready: (\S+)/.exec(printed)?.[1];
          if (origin) resolve(origin);
        });
      }
    });
    const origin = await Promise.race([ready, ended.then(() => Promise.reject(new Error(printed)))]);
    expect(await (await fetch(`${origin}/browse`)).text()).toContain("Browse");
    server.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  },
  START_TIME_MS,
);
