import { describe, expect, test } from "vitest";
import { DEMO_SECRET, readConfig } from "./config.ts";

const OWN_SECRET = "0123456789abcdef0123456789abcdef";
const STRIPE = {
  STRIPE_SECRET_KEY: "sk_test_1",
  STRIPE_PUBLISHABLE_KEY: "pk_test_1",
  STRIPE_WEBHOOK_SECRET: "whsec_1, whsec_2",
};
const PRODUCTION = { NODE_ENV: "production", APP_SECRET: OWN_SECRET, PUBLIC_URL: "https://rent.example" };
const LIVE = { ...STRIPE, STRIPE_SECRET_KEY: "sk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" };

describe("settings", () => {
  test("settings default to a demo on the loopback address", () => {
    expect(readConfig({})).toMatchObject({ host: "127.0.0.1", port: 3000, isDemo: true, isProduction: false });
  });

  test("settings treat a blank variable as not set", () => {
    expect(readConfig({ PORT: "", DATABASE_URL: "  " })).toMatchObject({ port: 3000, databaseUrl: undefined });
  });

  test("settings accept DATABASE_OWNER_URL only as a postgres address next to DATABASE_URL", () => {
    const [owner, appUrl] = ["postgres://owner@db.example/nexby", "postgres://app@db.example/nexby"];
    expect(readConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: owner })).toMatchObject({ databaseOwnerUrl: owner });
    expect(() => readConfig({ DATABASE_OWNER_URL: owner })).toThrow("DATABASE_URL must also be set");
    expect(() => readConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: "owner" })).toThrow(
      /DATABASE_OWNER_URL must be a/,
    );
    expect(() => readConfig({ DATABASE_URL: appUrl, DATABASE_OWNER_URL: appUrl })).toThrow(
      "DATABASE_OWNER_URL must use a different role than DATABASE_URL; to use one role only, remove it",
    );
  });

  test("settings name a setting once, even if its value breaks several rules", () => {
    const wrong = { DATABASE_URL: "database", PUBLIC_URL: "nexby", OIDC_ISSUER: "issuer", OIDC_CLIENT_ID: "nexby" };
    expect(() => readConfig(wrong)).toThrow(
      [
        "Nexby cannot start with these settings:",
        "  PUBLIC_URL must be an http or https address",
        "  DATABASE_URL must be a postgres:// address",
        "  OIDC_ISSUER must be an http or https address",
        ".env.example explains each one.",
      ].join("\n"),
    );
  });

  test("settings name every invalid variable in one message, including the secret", () => {
    const wrong = { NODE_ENV: "production", PORT: "70000", DATABASE_URL: "mysql://x", DEMO: "yes", LOG_LEVEL: "loud" };
    for (const name of ["PORT", "DATABASE_URL", "DEMO", "LOG_LEVEL", "APP_SECRET"]) {
      expect(() => readConfig(wrong)).toThrow(new RegExp(`^  ${name} must`, "m"));
    }
  });

  test.each([undefined, DEMO_SECRET, "short"])("settings reject the secret %s in production", (secret) => {
    expect(() => readConfig({ NODE_ENV: "production", APP_SECRET: secret })).toThrow(/APP_SECRET/);
  });

  test("[EVID-01] settings read former secrets, separated by commas, and reject those that can't have been in use", () => {
    const [one, other] = ["a".repeat(32), "b".repeat(40)];
    expect(readConfig({}).formerSecrets).toEqual([]);
    expect(readConfig({ APP_SECRET_FORMER: ` ${one}, ${other},` }).formerSecrets).toEqual([one, other]);
    expect(() => readConfig({ APP_SECRET_FORMER: `${one},short` })).toThrow(
      "APP_SECRET_FORMER must be secrets of at least 32 characters, separated by commas",
    );
  });

  test("settings disable demo data in production with its own secret", () => {
    expect(readConfig({ ...PRODUCTION, ...STRIPE })).toMatchObject({ isDemo: false });
  });

  test.each([
    [{ DEMO: "true" }, "  DEMO must not be true in production"],
    [{ PUBLIC_URL: undefined }, "  PUBLIC_URL must be set in production"],
    [{ PUBLIC_URL: "http://rent.example" }, "  PUBLIC_URL must be an https address in production"],
    [{ APP_SECRET: "a".repeat(64) }, "  APP_SECRET must have at least 10 different characters"],
    [{ APP_SECRET: "password".repeat(4) }, "  APP_SECRET must have at least 10 different characters"],
  ])("settings reject %j in production only", (unsafe, message) => {
    expect(() => readConfig({ ...PRODUCTION, ...STRIPE, ...unsafe })).toThrow(message);
    expect(() => readConfig(unsafe)).not.toThrow();
  });

  test("settings name all unsafe production settings in one message", () => {
    const unsafe = {
      NODE_ENV: "production",
      DEMO: "true",
      PUBLIC_URL: "http://rent.example",
      APP_SECRET: "a".repeat(32),
    };
    expect(() => readConfig({ ...unsafe, ...STRIPE })).toThrow(/DEMO must.*PUBLIC_URL must.*APP_SECRET must/s);
  });

  test("settings warn about each channel without a provider, except in a demo", () => {
    const [noMail, noSms] = [/^SMTP_URL is not set/, /^TWILIO_ACCOUNT_SID is not set/].map((start) =>
      expect.stringMatching(start),
    );
    const smtp = { SMTP_URL: "smtp://mail.example" };
    const twilio = { TWILIO_ACCOUNT_SID: "sid", TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+12015550123" };
    expect(readConfig({}).setupWarnings).toEqual([]);
    expect(readConfig({ ...PRODUCTION, ...STRIPE }).setupWarnings).toEqual([noMail, noSms]);
    expect(readConfig({ ...PRODUCTION, ...STRIPE, ...smtp }).setupWarnings).toEqual([noSms]);
    const complete = { ...PRODUCTION, ...STRIPE, ...smtp, ...twilio };
    expect(readConfig(complete).setupWarnings).toEqual([]);
    expect(readConfig({ ...complete, STRIPE_API_BASE: "https://stripe.example" }).setupWarnings).toEqual([
      "STRIPE_API_BASE is set: payments go to https://stripe.example, not to Stripe",
    ]);
  });

  test("settings configure Stripe only when all three keys are set, and require it in production", () => {
    expect(readConfig({}).stripe).toBeUndefined();
    expect(readConfig(STRIPE).stripe).toEqual({
      secretKey: "sk_test_1",
      publishableKey: "pk_test_1",
      webhookSecrets: ["whsec_1", "whsec_2"],
      environment: "test",
    });
    const apiBase = "http://127.0.0.1:12111";
    expect(readConfig({ ...STRIPE, STRIPE_API_BASE: apiBase }).stripe?.apiBase).toBe(apiBase);
    expect(readConfig({ ...PRODUCTION, ...LIVE }).stripe?.environment).toBe("live");
    expect(() => readConfig(PRODUCTION)).toThrow("STRIPE_SECRET_KEY must be set in production");
  });

  test.each([
    [{ STRIPE_SECRET_KEY: "sk_test_1" }, "STRIPE_WEBHOOK_SECRET must also be set"],
    [{ ...STRIPE, STRIPE_SECRET_KEY: "pk_test_1" }, "STRIPE_SECRET_KEY must be a Stripe secret key"],
    [{ ...STRIPE, STRIPE_PUBLISHABLE_KEY: "sk_test_1" }, "STRIPE_PUBLISHABLE_KEY must be a Stripe publishable key"],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: "hush" }, "STRIPE_WEBHOOK_SECRET must be a Stripe signing secret"],
    [{ ...LIVE, STRIPE_PUBLISHABLE_KEY: "pk_test_1" }, "STRIPE_PUBLISHABLE_KEY must be a live or test key"],
    [LIVE, "STRIPE_SECRET_KEY must be a test key outside production"],
    [{ STRIPE_API_BASE: "http://127.0.0.1:12111" }, "STRIPE_SECRET_KEY must also be set"],
    [{ ...STRIPE, STRIPE_API_BASE: "https://stripe.example/v1" }, "STRIPE_API_BASE must be an http or https address"],
    [{ ...PRODUCTION, ...LIVE, STRIPE_API_BASE: "https://stripe.example" }, "STRIPE_API_BASE must not be set"],
  ])("settings reject %j: %s", (wrong, message) => {
    expect(() => readConfig(wrong)).toThrow(message);
  });

  test("settings never repeat a secret in the message", () => {
    expect(() => readConfig({ APP_SECRET: "hunter2", PORT: "x" })).toThrow(expect.not.stringContaining("hunter2"));
  });

  test("settings read the sign-in provider and default its name to the issuer's hostname", () => {
    const set = { OIDC_ISSUER: "https://id.example/realm", OIDC_CLIENT_ID: "nexby" };
    expect(readConfig(set).openId).toEqual({
      issuer: "https://id.example/realm",
      clientId: "nexby",
      clientSecret: undefined,
      scopes: "openid email profile",
      name: "id.example",
    });
    expect(readConfig({ ...set, OIDC_NAME: "Town ID" }).openId?.name).toBe("Town ID");
    expect(readConfig({ OIDC_NAME: "Town ID" })).toMatchObject({ openId: undefined, signInProviderName: "Town ID" });
  });

  test("settings read the geocoder and map addresses, which must be http or https", () => {
    expect(readConfig({})).toMatchObject({ geocoderUrl: undefined, mapStyleUrl: undefined });
    const set = { GEOCODER_URL: "https://geocoder.example", MAP_STYLE_URL: "https://maps.example/style.json" };
    expect(readConfig(set)).toMatchObject({ geocoderUrl: set.GEOCODER_URL, mapStyleUrl: set.MAP_STYLE_URL });
    expect(() => readConfig({ GEOCODER_URL: "geocoder" })).toThrow("GEOCODER_URL must be an http or https address");
    expect(() => readConfig({ MAP_STYLE_URL: "file:///x" })).toThrow("MAP_STYLE_URL must be an http or https address");
  });

  test.each([
    [{ OIDC_ISSUER: "https://id.example" }, "OIDC_CLIENT_ID must also be set"],
    [{ OIDC_CLIENT_ID: "nexby" }, "OIDC_ISSUER must also be set"],
    [{ OIDC_CLIENT_SECRET: "hush" }, "OIDC_ISSUER must also be set"],
    [{ OIDC_ISSUER: "id.example", OIDC_CLIENT_ID: "nexby" }, "OIDC_ISSUER must be an http or https address"],
    [
      { OIDC_ISSUER: "https://id.example", OIDC_CLIENT_ID: "nexby", OIDC_SCOPES: "email" },
      "OIDC_SCOPES must contain openid",
    ],
  ])("settings reject %j: %s", (wrong, message) => {
    expect(() => readConfig(wrong)).toThrow(message);
  });

  test("settings require an https sign-in provider in production", () => {
    const set = { ...PRODUCTION, ...STRIPE, OIDC_CLIENT_ID: "nexby" };
    expect(() => readConfig({ ...set, OIDC_ISSUER: "http://id.example" })).toThrow(/OIDC_ISSUER must be an https/);
    expect(readConfig({ ...set, OIDC_ISSUER: "https://id.example" }).openId?.issuer).toBe("https://id.example");
  });

  const S3 = { S3_BUCKET: "files", S3_REGION: "us-east-1", S3_ACCESS_KEY_ID: "name", S3_SECRET_ACCESS_KEY: "hush" };

  test("settings require every S3 setting except the endpoint", () => {
    const options = { bucket: "files", region: "us-east-1", accessKeyId: "name", secretAccessKey: "hush" };
    expect(readConfig(S3).s3).toEqual({ ...options, endpoint: undefined });
    expect(readConfig({ ...S3, S3_ENDPOINT: "http://127.0.0.1:9000" }).s3?.endpoint).toBe("http://127.0.0.1:9000");
    expect(readConfig({}).s3).toBeUndefined();
  });

  test.each([...Object.keys(S3), "S3_ENDPOINT"])(
    "settings reject %s alone and name every missing S3 setting",
    (name) => {
      const given = { [name]: { ...S3, S3_ENDPOINT: "https://files.example" }[name] };
      for (const other of Object.keys(S3).filter((one) => one !== name)) {
        expect(() => readConfig(given)).toThrow(`${other} must also be set when other S3 settings are`);
      }
    },
  );
});
