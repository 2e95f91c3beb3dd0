import type { Settings } from "../settings.ts";
import type { Db } from "../transaction.ts";
import { type Fields, listOf, type Parsed, readFields, text } from "./fields.ts";
import type { RawMap } from "./form.ts";

/** What the path names: `:id`, and `:inner` where something lies within it. */
export type PathIds = { id: string; inner: string };

/** Anything that can be written as a JSON object. */
export type Answer = object;

type Definition<F extends Fields> = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  params: F;
  /** Who may call it: browsers have the publishable key only. */
  key?: "secret" | "publishable";
  run(context: Context, given: Parsed<F>, path: PathIds): Promise<Answer>;
};

/** A call whose parameters have been read, ready to be run in a transaction. */
export type PreparedCall = {
  /** By which two calls are the same. */
  given: unknown;
  expand: readonly string[];
  run(context: Context, path: PathIds): Promise<Answer>;
};

export type Call = {
  method: "GET" | "POST" | "DELETE";
  path: string;
  key: "secret" | "publishable";
  prepare(form: RawMap): PreparedCall;
};

/** Lets through only parameters that the official SDK knows for this call. Checked when compiled, nothing at run time. */
export const named =
  <Known>() =>
  <F extends Fields>(fields: F & Record<Exclude<keyof F, keyof Known>, never>): F =>
    fields;

/** By this a browser shows that an intent is its own; servers need not, so the SDK does not know it. */
export type ForBrowser = { client_secret: string };

const EXPAND = { expand: listOf(text({ longest: 200 }), { most: 20 }) };

/** A call of the API, described by its parameters; every call can expand what it answers. */
export function call<F extends Fields>({ method, path, params, key = "secret", run }: Definition<F>): Call {
  return {
    method,
    path,
    key,
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

/** The platform itself; any other account is a connected one. */
export const PLATFORM = "";

/** What every call and every timer works with. */
export type Context = {
  /** The transaction in which everything happens. */
  db: Db;
  /** Seconds, by the product's clock. */
  now: number;
  account: string;
  /** Whether the caller holds the secret key; browsers do not. */
  isServer: boolean;
  settings: Settings;
  request: { id: string | null; idempotencyKey: string | null };
};
