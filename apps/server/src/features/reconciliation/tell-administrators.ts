import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { Db } from "../../platform/db/db.ts";
import { queueMail } from "../../platform/outbox/queue-message.ts";
import { findAdministrators } from "../accounts/public.ts";
import { notify } from "../notifications/public.ts";
import type { Difference } from "./difference.ts";

const MOST_NAMED = 10;
const TITLE = "The card provider and our books disagree";

type News = { newCount: number; differences: readonly Difference[] };

/** Once per set of new differences. Nothing is mended by itself, so somebody has to look. */
export async function tellAdministrators(db: Db, { newCount, differences }: News): Promise<void> {
  const message = newCount === 1 ? "One new difference was found." : `${newCount} new differences were found.`;
  for (const { id, email } of await findAdministrators(db)) {
    await notify(db, { userId: id, type: "payment", title: TITLE, message, data: { newCount } });
    await queueMail(db, {
      to: email,
      subject: TITLE,
      letter: {
        title: TITLE,
        paragraphs: [
          message,
          ...differences.slice(0, MOST_NAMED).map(describeDifference),
          "Nothing was changed. Please find out what happened before you correct anything.",
        ],
      },
    });
  }
}

const dollars = (amount: number | null) => (amount === null ? "nothing" : `$${decimalFromCents(cents(amount))}`);

/** One line for people. */
export const describeDifference = ({ kind, subject, providerCents, ledgerCents, note }: Difference): string =>
  `${kind.replaceAll("_", " ")}: ${subject}. Provider ${dollars(providerCents)}, ours ${dollars(ledgerCents)}. ${note}`;
