import { z } from "zod";
import { namedObject, pageQuery } from "../fields.ts";

/** An admin's action, recorded when it happened. */
const auditEntryView = namedObject("AuditEntry", {
  id: z.uuid(),
  at: z.iso.datetime().describe("In real time, even if the product's clock was moved"),
  by: z.string().nullable().describe("The person's name. Null for the system and for deleted accounts"),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
});
export type AuditEntryView = z.infer<typeof auditEntryView>;

/** Audit entries, newest first. */
export const history = { query: z.object(pageQuery), response: z.array(auditEntryView) };
