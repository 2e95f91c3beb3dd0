import { eq } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { termsAndConditions } from "./terms.table.ts";

export type Terms = typeof termsAndConditions.$inferSelect;

export async function findActiveTerms(db: Db): Promise<Terms | null> {
  const [terms] = await db.select().from(termsAndConditions).where(eq(termsAndConditions.isActive, true));
  return terms ?? null;
}
