import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
])("the launcher asks whether %s was meant to be %s", (name, setting) => {
  expect(findMisspelled(["PORT", name], SETTINGS)).toEqual([`  ${name} is not a setting. Did you mean ${setting}?`]);
});

it("the launcher accepts every setting, and names that resemble none", () => {
  expect(SETTINGS.length).toBeGreaterThan(30);
  expect(findMisspelled([...SETTINGS, "COMPOSE_PROJECT_NAME", "TZ", "NODE_OPTIONS", "PGDATA"], SETTINGS)).toEqual([]);
});

/** Enough for a build, which is needed if the sources changed since the last one. */
const START_TIME_MS = 240_000;

it(
  "npm start works in a folder whose name has spaces and umlauts, rejects a misspelled name in its .env, and stops after kill -9 of npm",
  async () => {
    const copy = copyCheckout({ below: "a b/ünï", isComplete: true });
    onTestFinished(() => copy.remove());
    copy.write({ ".env": "DATABSE_URL=postgres://db.example/nexby\n" });
    const { code, output } = copy.run("scripts/start.mjs");
    expect([code, output]).toEqual([1, expect.stringContaining("Did you mean DATABASE_URL?")]);

    copy.write({ ".env": "PORT=0\nDATA_DIR=data\n" });
    const { PATH, HOME } = process.env;
    const npm = spawn("npm", ["start"], { cwd: copy.folder, env: { PATH, HOME } });
    onTestFinished(() => void npm.kill("SIGKILL"));
    // The server keeps npm's output open until it has ended.
    const closed = once(npm, "close");
    let printed = "";
    const ready = new Promise<string>((resolve) => {
      for (const stream of [npm.stdout, npm.stderr]) {
        stream.on("data", (chunk) => {
          printed += chunk;
          const origin = /Nexby is ready: (\S+)/.exec(printed)?.[1];
          if (origin) resolve(origin);
        });
      }
    });
    const origin = await Promise.race([ready, closed.then(() => Promise.reject(new Error(printed)))]);
    expect(await (await fetch(`${origin}/browse`)).text()).toContain("Browse");
    const databasePid = join(copy.folder, "data/postgres/cluster/postmaster.pid");
    expect(existsSync(databasePid)).toBe(true);

    npm.kill("SIGKILL");
    await closed;
    expect(printed).toContain('"msg":"Stopping"');
    await expect(fetch(origin)).rejects.toThrow();
    expect(existsSync(databasePid)).toBe(false);
  },
  START_TIME_MS,
);
