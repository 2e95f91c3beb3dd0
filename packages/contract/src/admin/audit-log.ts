import { z } from "zod";
import { namedObject, pageQuery } from "../fields.ts";

/** An admin's action, recorded when it happened. */
const auditEntryView = namedObject("AuditEntry", {
  id: z.uuid(),
  at: z.iso.datetime().describe("Of real time, wherever the product's clock is"),
  by: z.string().nullable().describe("Who did it; null when nobody did, or when the account is gone"),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type AuditEntryView = z.infer<typeof auditEntryView>;

/** Audit entries, newest first. */
export const history = { query: z.object(pageQuery), response: z.array(auditEntryView) };
