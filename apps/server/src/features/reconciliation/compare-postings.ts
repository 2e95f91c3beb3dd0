import type { Db } from "../../platform/db/db.ts";
import type { Found } from "./difference.ts";
import { findUnmatched } from "./postings.repository.ts";

const PAGE_SIZE = 500;

/** Everything posted as a movement of the provider's balance must have been found there. After `compareMovements`. */
export async function comparePostings(db: Db, window: { from: Date; until: Date }, found: Found): Promise<void> {
  let after: string | null = null;
  do {
    const page = await findUnmatched(db, { ...window, after, limit: PAGE_SIZE });
    await found(
      page.map(({ sourceKey, netCents, createdAt }) => ({
        kind: "posting_without_movement" as const,
        subject: sourceKey,
        providerCents: null,
        ledgerCents: netCents,
        note: `posted ${createdAt.toISOString()}, unknown to the provider or not as posted`,
        occurredAt: null,
      })),
    );
    after = page.length === PAGE_SIZE ? (page.at(-1)?.id ?? null) : null;
  } while (after !== null);
}
