import type { ProfileView } from "@nexby/contract/accounts/profile";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, CalendarCheck, CircleCheck, Hourglass, Inbox, type LucideIcon, UserRoundPen } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../components/ui/loading.tsx";
import { countBookings } from "../../lib/live-events.ts";
import { type ToDo, toDosOf } from "./to-dos.ts";

const ICONS: Record<ToDo["topic"], LucideIcon> = {
  requests: Inbox,
  rentals: CalendarCheck,
  approval: Hourglass,
  profile: UserRoundPen,
  contact: BadgeCheck,
};

export function ToDoList({ profile }: { profile: ProfileView }) {
  const heading = useId();
  const { data: bookings = null } = useQuery(countBookings());
  const toDos = toDosOf(profile, bookings);

  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="display-type text-xl">
        Needs your attention
      </h2>
      {toDos.length === 0 ? (
        <p className="mt-4 flex gap-2 text-muted">
          <CircleCheck size={22} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-on-success-soft" />
          You’re all caught up and ready to rent or list.
        </p>
      ) : (
        <ul className="mt-4 grid gap-4 md:grid-cols-2 lg:grid-cols-3">
          {toDos.map((toDo) => (
            <ToDoCard key={toDo.topic} toDo={toDo} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ToDoCard({ toDo: { topic, title, text, action } }: { toDo: ToDo }) {
  const Icon = ICONS[topic];
  return (
    <li className="flex flex-col items-start gap-4 rounded-card border border-line bg-surface p-5">
      <div className="flex gap-3">
        <Icon size={22} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-on-primary-soft" />
        <div>
          <h3 className="font-semibold">{title}</h3>
          <p className="mt-0.5 text-pretty text-muted text-sm">{text}</p>
        </div>
      </div>
      {action && (
        <Link href={action.path} className={`${BUTTON_STYLE.outline} mt-auto`}>
          {action.label}
        </Link>
      )}
    </li>
  );
}

export function ToDoListSkeleton() {
  return (
    <SkeletonArea label="Loading your to-do list">
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        <SkeletonBar shape="card" className="h-36" />
        <SkeletonBar shape="card" className="hidden h-36 md:block" />
      </div>
    </SkeletonArea>
  );
}
