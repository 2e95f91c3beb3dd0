import { describe, expect, test } from "vitest";
import { DEMO_SECRET, readConfig } from "./config.ts";

const OWN_SECRET = "0123456789abcdef0123456789abcdef";

describe("settings", () => {
  test("nothing set: a demo on the loopback address", () => {
    expect(readConfig({})).toMatchObject({ host: "127.0.0.1", port: 3000, isDemo: true, isProduction: false });
  });

  test("a variable set to nothing counts as not set", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "  " })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test("one message names every wrong variable, the secret included", () => {
    const wrong = { NODE_ENV: "production", PORT: "70000", DATABASE_URL: "mysql://x", DEMO: "yes", LOG_LEVEL: "loud" };
    for (const name of ["PORT", "DATABASE_URL", "DEMO", "LOG_LEVEL", "APP_SECRET"]) {
      expect(() => readConfig(wrong)).toThrow(new RegExp(`^  ${name} must`, "m"));
    }
  });

  test.each([undefined, DEMO_SECRET, "short"])("production refuses the secret %s", (secret) => {
    expect(() => readConfig({ NODE_ENV: "production", APP_SECRET: secret })).toThrow(/APP_SECRET/);
  });

  test("production with a secret of its own starts without demo data", () => {
    expect(readConfig({ NODE_ENV: "production", APP_SECRET: OWN_SECRET })).toMatchObject({ isDemo: false });
  });

  test("the message does not repeat a secret", () => {
    expect(() => readConfig({ APP_SECRET: "hunter2", PORT: "x" })).toThrow(expect.not.stringContaining("hunter2"));
  });
});
