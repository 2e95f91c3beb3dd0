import { invalid, type Refusal } from "./refusals.ts";

/** A raw form value: text, or nested values by name. Uses maps, because a name may be `__proto__`. */
export type Raw = string | RawMap;
export type RawMap = Map<string, Raw>;

const MAX_DEPTH = 5;
const MAX_VALUES = 1_000;

/** Parses `a=1&b[c]=2&d[0]=3&e[]=4`, the way Stripe's libraries encode nested values and lists. */
export function parseForm(text: string): RawMap {
  const root: RawMap = new Map();
  let values = 0;
  for (const [name, value] of new URLSearchParams(text)) {
    values += 1;
    if (values > MAX_VALUES) throw invalid("Too many parameters.");
    // PostgreSQL cannot store NUL in text.
    if (name.includes("\0") || value.includes("\0")) {
      throw invalid("Invalid string: NUL is not allowed.", { param: name.replaceAll("\0", "") });
    }
    put(root, pathOf(name), value, name);
  }
  return root;
}

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) throw invalid(`Invalid parameter name: ${name}`, { param: name });
  const inner = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map(([, part]) => part ?? "");
  if (inner.length > MAX_DEPTH) throw invalid(`Parameter nested too deeply: ${name}`, { param: name });
  return [match[1] ?? "", ...inner];
}

function put(target: RawMap, [first = "", ...rest]: string[], value: string, name: string): void {
  // `list[]=x` appends to the list.
  const key = first === "" ? String(target.size) : first;
  if (rest.length === 0) {
    target.set(key, value);
    return;
  }
  const existing = target.get(key);
  if (typeof existing === "string")
    throw invalid(`Invalid ${key}: given both as a value and as parts`, { param: name });
  const inner: RawMap = existing ?? new Map();
  target.set(key, inner);
  put(inner, rest, value, name);
}

/** A parameter of a call: how its text is parsed, and whether it is required. */
export type Field<T, Required extends boolean = false> = {
  isRequired: Required;
  /** True for what Stripe accepts and the sandbox refuses by name. */
  isRefused?: boolean;
  read(raw: Raw, name: string): T;
};

// biome-ignore lint/suspicious/noExplicitAny: accepts fields of every type; Parsed recovers each type.
export type Fields = Record<string, Field<any, boolean>>;

export type Parsed<F extends Fields> = {
  [Name in keyof F]: F[Name] extends Field<infer T, true>
    ? T
    : F[Name] extends Field<infer T, false>
      ? T | undefined
      : never;
};

const MAX_TEXT = 5_000;

const field = <T>(read: (raw: Raw, name: string) => T): Field<T> => ({ isRequired: false, read });

export const required = <T>(given: Field<T>): Field<T, true> => ({ ...given, isRequired: true });

function plain(raw: Raw, name: string): string {
  if (typeof raw !== "string") throw invalid(`Invalid string: ${name} is given in parts`, { param: name });
  if (raw === "") {
    throw invalid(
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however ` +
        `'${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
      { code: "parameter_invalid_empty", param: name },
    );
  }
  return raw;
}

export const text = ({ longest = MAX_TEXT } = {}): Field<string> =>
  field((raw, name) => {
    const value = plain(raw, name);
    if (value.length <= longest) return value;
    throw invalid(`Invalid string: ${name} must be at most ${longest} characters`, {
      code: "parameter_invalid_string_too_long",
      param: name,
    });
  });

/** An empty string clears the value. */
export const clearable = <T>(given: Field<T>): Field<T | null> =>
  field((raw, name) => (raw === "" ? null : given.read(raw, name)));

export const integer = ({ from = 0, to = Number.MAX_SAFE_INTEGER } = {}): Field<number> =>
  field((raw, name) => {
    const value = plain(raw, name);
    const details = { code: "parameter_invalid_integer", param: name };
    if (!/^-?\d{1,15}$/.test(value)) throw invalid(`Invalid integer: ${value.slice(0, 40)}`, details);
    const number = Number(value);
    if (number < from) throw invalid(`This value must be greater than or equal to ${from}.`, details);
    if (number > to) throw invalid(`This value must be less than or equal to ${to}.`, details);
    return number;
  });

export const flag = (): Field<boolean> =>
  field((raw, name) => {
    const value = plain(raw, name);
    if (value === "true" || value === "1") return true;
    if (value === "false" || value === "0") return false;
    throw invalid(`Invalid boolean: ${value.slice(0, 40)}`, { param: name });
  });

export const oneOf = <const T extends string>(...choices: readonly T[]): Field<T> =>
  field((raw, name) => {
    const value = plain(raw, name);
    const choice = choices.find((known) => known === value);
    if (choice !== undefined) return choice;
    throw invalid(`Invalid ${name}: must be ${choices.length > 1 ? "one of " : ""}${choices.join(", ")}`, {
      param: name,
    });
  });

export const address = (): Field<string> =>
  field((raw, name) => {
    const value = plain(raw, name);
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && value.length <= MAX_TEXT) return value;
    throw invalid("Not a valid URL", { code: "url_invalid", param: name });
  });

/** Checks the form of an address as Stripe does; nothing is sent. */
export const email = ({ longest = 800 } = {}): Field<string> =>
  field((raw, name) => {
    const value = text({ longest }).read(raw, name);
    if (/^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\.]+(\.[^\s@<>,;:"()[\]\\.]+)+$/.test(value)) return value;
    throw invalid(`Invalid email address: ${value.slice(0, 100)}`, { code: "email_invalid", param: name });
  });

const UNSUPPORTED = {
  application_fee: "application fees",
  destination_charge: "destination charges. Use separate charges and transfers instead",
  on_behalf_of: "charges on behalf of connected accounts",
};

export const unsupported = (what: keyof typeof UNSUPPORTED, param?: string): Refusal =>
  invalid(`The card sandbox does not support ${UNSUPPORTED[what]}.`, {
    code: "unsupported_by_sandbox",
    ...(param !== undefined && { param }),
  });

/** A parameter that Stripe knows and the sandbox refuses, so that nobody takes it for a typo. */
export const refused = (what: keyof typeof UNSUPPORTED): Field<never> => ({
  isRequired: false,
  isRefused: true,
  read(_raw, name) {
    throw unsupported(what, name);
  },
});

export const currency = (): Field<"usd"> =>
  field((raw, name) => {
    if (plain(raw, name).toLowerCase() === "usd") return "usd";
    throw invalid(`Invalid currency: ${String(raw).slice(0, 10)}. The card sandbox supports only usd.`, {
      param: name,
    });
  });

const MIN_CHARGE = 50;
const MAX_AMOUNT = 99_999_999;

/** The amount of a card charge, at least $0.50. */
export const chargeAmount = (): Field<number> =>
  field((raw, name) => {
    const value = amount().read(raw, name);
    if (value >= MIN_CHARGE) return value;
    throw invalid("Amount must be at least $0.50 usd", { code: "amount_too_small", param: name });
  });

export const amount = (): Field<number> =>
  field((raw, name) => {
    const value = integer({ from: 1 }).read(raw, name);
    if (value <= MAX_AMOUNT) return value;
    throw invalid("Amount must be no more than $999,999.99", { code: "amount_too_large", param: name });
  });

export const shape = <F extends Fields>(fields: F): Field<Parsed<F>> =>
  field((raw, name) => {
    if (typeof raw === "string") throw invalid(`Invalid object: ${name}`, { param: name });
    return readFields(fields, raw, (inner) => `${name}[${inner}]`);
  });

export const listOf = <T>(item: Field<T>, { most = 100 } = {}): Field<T[]> =>
  field((raw, name) => {
    if (typeof raw === "string" || raw.size > most || [...raw.keys()].some((key) => !/^\d{1,3}$/.test(key))) {
      throw invalid(`Invalid array: ${name}`, { param: name });
    }
    return [...raw.entries()].map(([key, value]) => item.read(value, `${name}[${key}]`));
  });

/** A point in time or a range, in Unix seconds. */
export const moments = (): Field<Moments> =>
  field((raw, name) => {
    if (typeof raw === "string") return { gte: integer().read(raw, name), lte: integer().read(raw, name) };
    return shape({ gt: integer(), gte: integer(), lt: integer(), lte: integer() }).read(raw, name);
  });

export type Moments = { [Bound in "gt" | "gte" | "lt" | "lte"]?: number | undefined };

/** Rejects unknown parameters, so that a misspelled one cannot go unnoticed. */
export function readFields<F extends Fields>(
  fields: F,
  given: ReadonlyMap<string, Raw>,
  nameOf: (name: string) => string = (name) => name,
): Parsed<F> {
  for (const name of given.keys()) {
    if (!Object.hasOwn(fields, name)) {
      throw invalid(`Received unknown parameter: ${nameOf(name)}`, { code: "parameter_unknown", param: nameOf(name) });
    }
  }
  const read = Object.entries(fields).map(([name, { isRequired, read }]) => {
    const raw = given.get(name);
    if (raw !== undefined) return [name, read(raw, nameOf(name))];
    if (!isRequired) return [name, undefined];
    const details = { code: "parameter_missing", param: nameOf(name) };
    throw invalid(`Missing required param: ${nameOf(name)}.`, details);
  });
  return Object.fromEntries(read);
}

/** Keys to set; an empty string removes a key, null removes all keys. */
export type MetadataChange = Record<string, string> | null;

const MAX_KEYS = 50;
const MAX_KEY = 40;
const MAX_VALUE = 500;

export const metadata = (): Field<MetadataChange> => ({
  isRequired: false,
  read(raw, name) {
    if (raw === "") return null;
    if (typeof raw === "string") throw invalid(`Invalid object: ${name}`, { param: name });
    const entries = [...raw].map(([key, value]): [string, string] => {
      const param = `${name}[${key}]`;
      if (typeof value !== "string") throw invalid("Metadata values must be strings", { param });
      if (key.length > MAX_KEY) throw invalid(`Metadata keys can be at most ${MAX_KEY} characters`, { param });
      if (value.length > MAX_VALUE) {
        throw invalid(`Metadata values can be at most ${MAX_VALUE} characters`, { param });
      }
      return [key, value];
    });
    return Object.fromEntries(entries);
  },
});

export function changeMetadata(
  before: Record<string, string> | null | undefined,
  change: MetadataChange | undefined,
): Record<string, string> {
  if (change === null) return {};
  const entries = Object.entries({ ...before, ...change }).filter(([, value]) => value !== "");
  if (entries.length > MAX_KEYS) throw invalid(`Metadata can have at most ${MAX_KEYS} keys`, { param: "metadata" });
  return Object.fromEntries(entries);
}
