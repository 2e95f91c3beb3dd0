import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { queueMail } from "../../../platform/outbox/queue-message.ts";
import { findUser } from "../../accounts/public.ts";
import { notify } from "../../notifications/public.ts";
import { alertMail, alertNews } from "../alert-letter.ts";
import { findFreshItems } from "../find-fresh-items.ts";
import { deleteAlertsBefore, insertAlerts } from "../saved-search-alerts.repository.ts";
import { findSearch } from "../saved-searches.repository.ts";

const MOST_ITEMS = 10;
const DAYS_NEW = 30;
const DAY_MS = 86_400_000;

/**
 * Tells of what is new for a search, in one transaction with the note that it was told. What is more than a mail holds
 * comes with the next one. Beyond thirty days nothing is new, so notes that old have no use.
 */
export async function sendAlert(tx: Db, searchId: string, siteUrl: string): Promise<void> {
  const named = await findSearch(tx, searchId);
  if (!named?.search.nextAlertAt) return;
  const { search } = named;
  const person = await findUser(tx, search.userId);
  if (!person || person.suspendedAt) return;
  const longAgo = new Date((await readClock(tx)).getTime() - DAYS_NEW * DAY_MS);
  await deleteAlertsBefore(tx, searchId, longAgo);
  const since = search.newSince > longAgo ? search.newSince : longAgo;
  const items = await findFreshItems(tx, search, { since, most: MOST_ITEMS });
  if (items.length === 0) return;
  await insertAlerts(
    tx,
    searchId,
    items.map(({ id }) => id),
  );
  await notify(tx, { userId: person.id, type: "other", ...alertNews(named, items) });
  if (person.notifyEmail) await queueMail(tx, { to: person.email, ...alertMail(named, items, siteUrl) });
}
