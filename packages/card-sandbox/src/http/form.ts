import { invalid } from "./refusals.ts";

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
