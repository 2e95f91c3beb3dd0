import type { getProfile } from "@nexby/contract/profile";
import { WEEKDAYS } from "@nexby/domain/kernel/calendar";
import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";
import { read } from "../../../lib/read.ts";
import { daysInWords } from "../days-in-words.ts";

const profile = () => read<typeof getProfile>("/api/profile");

/** When this owner hands things over, which is decided in the profile. */
export function OwnerHours() {
  const { data } = useQuery(profile());
  if (!data) return null;
  const { defaultPickupWindow: pickup, defaultDropoffWindow: dropoff, defaultAvailableDays } = data;
  const days = WEEKDAYS.filter((day) => defaultAvailableDays.includes(day));
  return (
    <div className="flex gap-3 rounded-control bg-subtle px-4 pt-3 pb-1">
      <CalendarClock size={20} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0">
        <p className="text-pretty">
          {`You hand things over ${daysInWords(days)}: pickup ${pickup.start} to ${pickup.end}, return ${dropoff.start} to ${dropoff.end}.`}
        </p>
        <Link href="/profile?tab=availability" className={TEXT_LINK_STYLE}>
          Change in your profile
        </Link>
      </div>
    </div>
  );
}
