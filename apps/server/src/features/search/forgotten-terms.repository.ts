import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { searchTerms } from "./search-terms.table.ts";
import { indexedTokens } from "./token-statements.ts";

type Part = { part: number; of: number; frequent: readonly string[] };

/**
 * Deletes the words of one part that no listing has any more. Frequent ones are passed over: of those the index would
 * list very many. The lock waits for listings that are just being written and rely on a word.
 */
export async function deleteUnusedTerms(db: Db, { part, of, frequent }: Part): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('search_terms'))`);
    await tx.execute(sql`
      delete from ${searchTerms}
      where abs(hashtext(term)::bigint) % ${of} = ${part} and lexeme <> all (${sql.param([...frequent])}::text[])
        and not exists (select 1 from item_tokens where ${indexedTokens} && array[search_token(lexeme)])`);
  });
}
