import type { Field } from "./fields.ts";
import { invalid } from "./refusals.ts";

/** Keys to set, an empty text where a key is to go; null where all are to go. */
export type MetadataChange = Record<string, string> | null;

const MOST_KEYS = 50;
const LONGEST_KEY = 40;
const LONGEST_VALUE = 500;

export const metadata = (): Field<MetadataChange> => ({
  isRequired: false,
  read(raw, name) {
    if (raw === "") return null;
    if (typeof raw === "string") throw invalid(`Invalid object: ${name}`, { param: name });
    const entries = [...raw].map(([key, value]): [string, string] => {
      const param = `${name}[${key}]`;
      if (typeof value !== "string") throw invalid("Metadata values must be strings", { param });
      if (key.length > LONGEST_KEY) throw invalid(`Metadata keys can be at most ${LONGEST_KEY} characters`, { param });
      if (value.length > LONGEST_VALUE) {
        throw invalid(`Metadata values can be at most ${LONGEST_VALUE} characters`, { param });
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
  if (entries.length > MOST_KEYS) throw invalid(`Metadata can have at most ${MOST_KEYS} keys`, { param: "metadata" });
  return Object.fromEntries(entries);
}
