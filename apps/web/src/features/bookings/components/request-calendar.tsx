import type { BookingRequestView } from "@nexby/contract/bookings";
import { addDays, daysBetween, type LocalDate } from "@nexby/domain/kernel/calendar";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { MonthGlance } from "../../../components/calendar/month-glance.tsx";
import { browserToday, daysIn, monthsBetween } from "../../../lib/months.ts";
import { useNearView } from "../../../lib/use-near-view.ts";
import { itemDays } from "../api/bookings.ts";
import { takenDays, takenWords } from "../taken-days.ts";

const MOST_MONTHS = 2;

type Props = { request: BookingRequestView };

/** The days that are asked for, among what else is going on with the item. */
export function RequestCalendar({ request }: Props) {
  const area = useRef<HTMLDivElement>(null);
  const isNear = useNearView(area, false);
  const [from, to] = [request.startDate as LocalDate, request.endDate as LocalDate];
  const months = monthsBetween(from, to, MOST_MONTHS);
  const [first = from] = months;
  const last = months.at(-1) ?? first;
  const shown = daysBetween(first, addDays(last, daysIn(last)));
  // Should it not be known, the days that are asked for are shown all the same.
  const { data } = useQuery({ ...itemDays(request.item.id, first, shown), enabled: isNear });
  const taken = takenDays(data?.days ?? [], from, to);

  return (
    <div ref={area} className="min-w-0">
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        {months.map((month) => (
          <MonthGlance
            key={month}
            month={month}
            from={from}
            to={to}
            today={(data?.today as LocalDate | undefined) ?? browserToday()}
            isTaken={(date) => taken.includes(date)}
          />
        ))}
      </div>
      <p className="mt-2 min-h-5 text-muted text-sm">{data && takenWords(taken)}</p>
    </div>
  );
}
