import { type FreeDay, freeDays } from "@nexby/domain/bookings/free-days";
import { addDays, type LocalDate } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findFoodTruck } from "../../food-trucks/public.ts";
import { itemRulesOf } from "../quote-facts.ts";
import { findItemFacts } from "../quotes.repository.ts";

type Calendar = { timezone: string; today: LocalDate; days: FreeDay[] };

/** How many units are free on each day, by the rules that quotes and bookings follow. */
export async function getItemCalendar(
  db: Db,
  { itemId, viewerId }: { itemId: string; viewerId: string | null },
  { from, days }: { from?: LocalDate | undefined; days: number },
): Promise<Calendar> {
  const facts = await findItemFacts(db, itemId, { from: from ?? null, days, viewerId });
  if (!facts) throw new AppError("not_found", "Item not found");
  const { rules, holds } = facts;
  const { now } = rules;
  const truck = rules.isFoodTruck ? await findFoodTruck(db, itemId) : null;
  const today = localDateOf(now, rules.timezone);
  const firstDate = from ?? today;
  const lastDate = addDays(firstDate, days - 1);
  const item = itemRulesOf(rules, truck);
  return {
    timezone: rules.timezone,
    today,
    days: freeDays({ item, owner: rules.owner, firstDate, lastDate, holds, now }),
  };
}
