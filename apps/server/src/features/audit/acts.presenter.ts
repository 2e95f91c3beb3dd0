import type { ActView } from "@nexby/contract/acts";
import type { Act } from "./acts.repository.ts";

type Sides = { before?: Record<string, unknown>; after?: Record<string, unknown> };

/** What differs, field by field. What was not there before, or is not any more, is null. */
export function presentAct({ id, action, details, createdAt, by }: Act): ActView {
  const { before = {}, after = {} } = details as Sides;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return {
    id,
    action,
    by,
    at: createdAt.toISOString(),
    changes: fields.map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null })),
  };
}
