import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { Letter } from "../../platform/outbox/letter.ts";
import { browsePathOf } from "./browse-path.ts";
import type { FreshItem } from "./find-fresh-items.ts";
import type { NamedSearch } from "./saved-searches.repository.ts";

const countOf = (count: number) => `${count} new ${count === 1 ? "item" : "items"}`;

/** What a person is told about a search, inside the product and in one line. */
export const alertNews = (named: NamedSearch, items: readonly FreshItem[]) => ({
  title: `${countOf(items.length)} for “${named.search.name}”`,
  message: items.map(({ title }) => title).join(", "),
  actionUrl: browsePathOf(named),
});

export function alertMail(
  named: NamedSearch,
  items: readonly FreshItem[],
  siteUrl: string,
): { subject: string; letter: Letter } {
  const { title, actionUrl } = alertNews(named, items);
  const lines = items.map(
    (item) =>
      `${item.title}: $${decimalFromCents(cents(item.dailyRateCents))} a day in ${item.location}. ${siteUrl}/listings/${item.id}`,
  );
  const end = `You get this at most once a day. To stop it, switch the alerts off: ${siteUrl}/saved?tab=searches`;
  return {
    subject: title,
    letter: { title, paragraphs: [...lines, end], action: { label: "See what fits", url: siteUrl + actionUrl } },
  };
}
