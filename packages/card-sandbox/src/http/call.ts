import type { Settings } from "../settings.ts";
import type { Db } from "../transaction.ts";
import { type Fields, listOf, type Parsed, type RawMap, readFields, text } from "./fields.ts";

/** Path parameters: `:id`, and `:inner` for a nested resource. */
export type PathIds = { id: string; inner: string };

export type Answer = object;

type Definition<F extends Fields> = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  params: F;
  /** The key a caller needs; browsers have only the publishable key. */
  key?: "secret" | "publishable";
  run(context: Context, given: Parsed<F>, path: PathIds): Promise<Answer>;
};

/** A call with parsed parameters, ready to run in a transaction. */
export type PreparedCall = {
  /** Compared to recognize a repeated call. */
  given: unknown;
  expand: readonly string[];
  run(context: Context, path: PathIds): Promise<Answer>;
};

export type Call = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  key: "secret" | "publishable";
  /** Names of its parameters; those it cannot do without are required. */
  params: readonly { name: string; isRequired: boolean; isRefused: boolean }[];
  prepare(form: RawMap): PreparedCall;
};

/** Allows only parameters that the official SDK knows for this call. Checked at compile time, not at run time. */
export const named =
  <Known>() =>
  <F extends Fields>(fields: F & Record<Exclude<keyof F, keyof Known>, never>): F =>
    fields;

/**
 * A browser uses the client secret to prove that an intent is its own. A server need not, so the SDK's types lack it.
 */
export type ForBrowser = { client_secret: string };

const EXPAND = { expand: listOf(text({ longest: 200 }), { most: 20 }) };

/** Defines an API call by its parameters; every call supports `expand`. */
export function call<F extends Fields>({ method, path, params, key = "secret", run }: Definition<F>): Call {
  return {
    method,
    path,
    key,
    params: Object.entries(params).map(([name, { isRequired, isRefused = false }]) => ({
      name,
      isRequired,
      isRefused,
    })),
    prepare(form) {
      const own = new Map(form);
      own.delete("expand");
      const expandForm: RawMap = new Map([...form].filter(([name]) => name === "expand"));
      const { expand = [] } = readFields(EXPAND, expandForm);
      const given = readFields(params, own);
      return { given: { given, expand }, expand, run: (context, ids) => run(context, given, ids) };
    },
  };
}

/** The platform itself; every other account is a connected one. */
export const PLATFORM = "";

export type Context = {
  /** The transaction of the call; for reads, the pool. */
  db: Db;
  /** Unix seconds on the product's clock. */
  now: number;
  account: string;
  /** True if the caller holds the secret key; browsers do not. */
  isServer: boolean;
  settings: Settings;
  request: { id: string | null; idempotencyKey: string | null };
};
