import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Public in this repository, so only safe for a demo. */
export const DEMO_SECRET = "demo-secret-known-to-everybody-never-use-it";

const flag = z.enum(["true", "false"], "must be true or false").transform((value) => value === "true");
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be a whole number from ${least} to ${most}`);
const address = (pattern: RegExp, message: string) => z.string().regex(pattern, message).refine(URL.canParse, message);

const MIN_SECRET_LENGTH = 32;
const SECRETS_MESSAGE = `must be secrets of at least ${MIN_SECRET_LENGTH} characters, separated by commas`;
const secretsIn = (list: string): string[] =>
  list
    .split(",")
    .map((secret) => secret.trim())
    .filter((secret) => secret !== "");

const settings = z.object({
  NODE_ENV: z
    .enum(["development", "production", "test"], "must be development, production or test")
    .default("development"),
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(3000),
  PUBLIC_URL: address(/^https?:\/\//, "must be an http or https address").optional(),
  DATABASE_URL: address(/^postgres(ql)?:\/\//, "must be a postgres:// address").optional(),
  DATABASE_OWNER_URL: address(/^postgres(ql)?:\/\//, "must be a postgres:// address").optional(),
  DATABASE_POOL_SIZE: wholeNumber(1, 200).default(20),
  DATA_DIR: z.string().optional(),
  WEB_DIR: z.string().optional(),
  DEMO: flag.optional(),
  APP_SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`)
    .default(DEMO_SECRET),
  APP_SECRET_FORMER: z
    .string()
    .transform(secretsIn)
    .refine((secrets) => secrets.every(({ length }) => length >= MIN_SECRET_LENGTH), SECRETS_MESSAGE)
    .default([]),
  SMTP_URL: address(/^smtps?:\/\//, "must be an smtp:// or smtps:// address").optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<?[^\s@<>]+@[^\s@<>]+>?$/, "must be an address such as Nexby <hello@nexby.example>")
    .default("Nexby <hello@nexby.example>"),
  TWILIO_ACCOUNT_SID: z.string().optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  TWILIO_FROM: z.string().optional(),
  TWILIO_API_URL: address(/^https?:\/\//, "must be an http or https address").default("https://api.twilio.com"),
  OIDC_ISSUER: address(/^https?:\/\//, "must be an http or https address").optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40, "must have at most 40 characters").optional(),
  OIDC_SCOPES: z
    .string()
    .regex(/(^| )openid( |$)/, "must contain openid")
    .default("openid email profile"),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ENDPOINT: address(/^https?:\/\//, "must be an http or https address").optional(),
  GEOCODER_URL: address(/^https?:\/\//, "must be an http or https address").optional(),
  MAP_STYLE_URL: address(/^https?:\/\//, "must be an http or https address").optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, "must be a Stripe secret key")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, "must be a Stripe publishable key")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+(\s*,\s*whsec_\w+)*$/, "must be a Stripe signing secret, or several separated by commas")
    .optional(),
  STRIPE_API_BASE: address(/^https?:\/\/[^/?#@]+\/?$/, "must be an http or https address without a path").optional(),
  TRUST_PROXY: wholeNumber(0, 10).default(0),
  JOB_CONCURRENCY: wholeNumber(1, 100).default(5),
  JOB_LEASE_SECONDS: wholeNumber(1, 600).default(30),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "must be a level such as info or warn")
    .default("info"),
});

type Environment = Record<string, string | undefined>;

const TWILIO = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"] as const;
const S3 = ["S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

const STRIPE = ["STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"] as const;

/** Requires all of `names` once any setting of the group is set; `optional` settings can be left out. */
function missingAmong(
  env: Environment,
  kind: string,
  names: readonly string[],
  optional: readonly string[] = [],
): string[] {
  const missing = names.filter((name) => !env[name]);
  const isConfigured = [...names, ...optional].some((name) => env[name]);
  return isConfigured ? missing.map((name) => `${name} must also be set when other ${kind} settings are`) : [];
}

/** Settings that have no effect without OIDC_ISSUER. */
const OPENID = ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_SCOPES"] as const;

function openIdContradictions(env: Environment): string[] {
  const isProduction = env.NODE_ENV === "production";
  if (!env.OIDC_ISSUER) {
    return OPENID.some((name) => env[name]) ? ["OIDC_ISSUER must also be set when other OIDC settings are"] : [];
  }
  return [
    ...(env.OIDC_CLIENT_ID ? [] : ["OIDC_CLIENT_ID must also be set when OIDC_ISSUER is"]),
    ...(isProduction && env.OIDC_ISSUER.startsWith("http:")
      ? ["OIDC_ISSUER must be an https address in production"]
      : []),
  ];
}

/** A random secret of 32 hexadecimal digits has about 14 different characters. */
const MIN_SECRET_VARIETY = 10;

function secretContradictions({ APP_SECRET: secret = DEMO_SECRET }: Environment): string[] {
  if (secret === DEMO_SECRET) {
    return ["APP_SECRET must be set in production, to your own secret (openssl rand -hex 32)"];
  }
  return new Set(secret).size < MIN_SECRET_VARIETY
    ? [`APP_SECRET must have at least ${MIN_SECRET_VARIETY} different characters in production (openssl rand -hex 32)`]
    : [];
}

function productionContradictions(env: Environment): string[] {
  if (env.NODE_ENV !== "production") return [];
  return [
    ...(env.DEMO === "true"
      ? ["DEMO must not be true in production: anyone could sign in as the demo's admin and read all messages"]
      : []),
    ...(env.PUBLIC_URL ? [] : ["PUBLIC_URL must be set in production, to the https address people use"]),
    ...(env.PUBLIC_URL?.startsWith("http:") ? ["PUBLIC_URL must be an https address in production"] : []),
    ...secretContradictions(env),
  ];
}

const isLive = (key = "") => /^[a-z]+_live_/.test(key);

function stripeContradictions(env: Environment): string[] {
  const isProduction = env.NODE_ENV === "production";
  const { STRIPE_API_BASE: apiBase } = env;
  if (!STRIPE.some((name) => env[name]) && !apiBase) {
    return isProduction ? ["STRIPE_SECRET_KEY must be set in production: the card sandbox moves no money"] : [];
  }
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = env;
  return [
    ...missingAmong(env, "STRIPE", STRIPE, ["STRIPE_API_BASE"]),
    ...(isLive(secret) && apiBase ? ["STRIPE_API_BASE must not be set with a live key: it would receive the key"] : []),
    ...(secret && publishable && isLive(secret) !== isLive(publishable)
      ? ["STRIPE_PUBLISHABLE_KEY must be a live or test key like STRIPE_SECRET_KEY"]
      : []),
    ...(isLive(secret) && !isProduction
      ? ["STRIPE_SECRET_KEY must be a test key outside production: a live one moves money"]
      : []),
  ];
}

/** Cross-variable rules, kept out of the schema so that one message can report both kinds of error. */
function contradictions(env: Environment): string[] {
  return [
    ...productionContradictions(env),
    ...(env.DATABASE_OWNER_URL && !env.DATABASE_URL
      ? ["DATABASE_URL must also be set when DATABASE_OWNER_URL is, to another role of the same database"]
      : []),
    ...(env.DATABASE_OWNER_URL && env.DATABASE_OWNER_URL === env.DATABASE_URL
      ? ["DATABASE_OWNER_URL must use a different role than DATABASE_URL; to use one role only, remove it"]
      : []),
    ...missingAmong(env, "TWILIO", TWILIO),
    ...missingAmong(env, "S3", S3, ["S3_ENDPOINT"]),
    ...openIdContradictions(env),
    ...stripeContradictions(env),
  ];
}

function stripeFrom(env: z.infer<typeof settings>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = env;
  const webhookSecrets = env.STRIPE_WEBHOOK_SECRET?.split(",").map((secret) => secret.trim());
  if (!secretKey || !publishableKey || !webhookSecrets) return undefined;
  const environment = isLive(secretKey) ? "live" : "test";
  return { secretKey, publishableKey, webhookSecrets, environment, apiBase: env.STRIPE_API_BASE } as const;
}

function twilioFrom(env: z.infer<typeof settings>) {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = env;
  return accountSid && authToken && from ? { accountSid, authToken, from, apiUrl: env.TWILIO_API_URL } : undefined;
}

function s3From(env: z.infer<typeof settings>) {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId } = env;
  const { S3_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT: endpoint } = env;
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return undefined;
  return { bucket, region, accessKeyId, secretAccessKey, endpoint };
}

function openIdFrom(env: z.infer<typeof settings>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_SCOPES: scopes } = env;
  if (!issuer || !clientId) return undefined;
  return { issuer, clientId, clientSecret, scopes, name: env.OIDC_NAME ?? new URL(issuer).hostname };
}

/** What the settings leave out. A demo shows its messages at /dev/mail, so nothing is missing there. */
function warningsOf(isDemo: boolean, env: z.infer<typeof settings>): string[] {
  if (isDemo) return [];
  return [
    ...(env.SMTP_URL ? [] : ["SMTP_URL is not set: emails are stored, but not sent"]),
    ...(env.TWILIO_ACCOUNT_SID ? [] : ["TWILIO_ACCOUNT_SID is not set: text messages are stored, but not sent"]),
    ...(env.STRIPE_API_BASE ? [`STRIPE_API_BASE is set: payments go to ${env.STRIPE_API_BASE}, not to Stripe`] : []),
  ];
}

function configFrom(env: z.infer<typeof settings>) {
  const isProduction = env.NODE_ENV === "production";
  const isDemo = env.DEMO ?? !isProduction;
  return {
    isProduction,
    isDemo,
    /** Logged at start and shown to admins. */
    setupWarnings: warningsOf(isDemo, env),
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    dataDir: env.DATA_DIR,
    webDirectory: resolve(projectRoot, env.WEB_DIR ?? "apps/web/dist"),
    secret: env.APP_SECRET,
    formerSecrets: env.APP_SECRET_FORMER,
    smtp: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    mailFrom: env.MAIL_FROM,
    twilio: twilioFrom(env),
    openId: openIdFrom(env),
    signInProviderName: env.OIDC_NAME,
    s3: s3From(env),
    geocoderUrl: env.GEOCODER_URL,
    mapStyleUrl: env.MAP_STYLE_URL,
    stripe: stripeFrom(env),
    proxyHops: env.TRUST_PROXY,
    jobConcurrency: env.JOB_CONCURRENCY,
    jobLeaseMs: env.JOB_LEASE_SECONDS * 1000,
    logLevel: env.LOG_LEVEL,
  };
}

export type Config = ReturnType<typeof configFrom>;

/** Reports all invalid settings in one readable message. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Several rules can reject the same value, and one of them is enough to correct it. */
function firstOfEachSetting(mistakes: readonly string[]): string[] {
  const names = mistakes.map((mistake) => mistake.split(" ")[0]);
  return mistakes.filter((_, index) => names.indexOf(names[index]) === index);
}

/** Reads the settings from the environment. A blank variable counts as not set. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const result = settings.safeParse(given);
  const mistakes = firstOfEachSetting([
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join(".")} ${issue.message}`),
    ...contradictions(given),
  ]);
  if (result.success && mistakes.length === 0) return configFrom(result.data);
  throw new ConfigError(
    `Nexby cannot start with these settings:\n${mistakes.map((line) => `  ${line}\n`).join("")}.env.example explains each one.`,
  );
}

/** The repository root, found from the sources as well as from the bundle. */
export const projectRoot = (() => {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, "package-lock.json"))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error("Nexby's files are incomplete: package-lock.json was not found.");
    directory = parent;
  }
  return directory;
})();
