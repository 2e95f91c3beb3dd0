import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { Db } from "../../platform/db/db.ts";
import { tellAdministrators } from "../accounts/public.ts";
import type { Difference } from "./difference.ts";

const MOST_NAMED = 10;
const TITLE = "The card provider and our books disagree";

type News = { newCount: number; differences: readonly Difference[] };

/** Once per set of new differences. Nothing is mended by itself, so somebody has to look. */
export async function tellOfDifferences(db: Db, { newCount, differences }: News): Promise<void> {
  const message = newCount === 1 ? "One new difference was found." : `${newCount} new differences were found.`;
  await tellAdministrators(db, { type: "payment", title: TITLE, message, data: { newCount } }, [
    message,
    ...differences.slice(0, MOST_NAMED).map(describeDifference),
    "Nothing was changed. Please find out what happened before you correct anything.",
  ]);
}

const dollars = (amount: number | null) => (amount === null ? "nothing" : `$${decimalFromCents(cents(amount))}`);

/** One line for people. */
export const describeDifference = ({ kind, subject, providerCents, ledgerCents, note }: Difference): string =>
  `${kind.replaceAll("_", " ")}: ${subject}. Provider ${dollars(providerCents)}, ours ${dollars(ledgerCents)}. ${note}`;
