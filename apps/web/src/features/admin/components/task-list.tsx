import type { ReactNode } from "react";
import { Link } from "wouter";
import { BUTTON_STYLE } from "../../../components/ui/button.tsx";

export const TASK_STYLE =
  "grid gap-4 border-line border-b py-5 last:border-b-0 md:grid-cols-[minmax(0,1fr)_auto] md:items-center";

type TaskListProps = { title: string; empty: string; children: ReactNode[] | undefined };

export function TaskList({ title, empty, children = [] }: TaskListProps) {
  return (
    <section aria-label={title}>
      <h2 className="display-type text-xl">{title}</h2>
      {children.length === 0 ? <p className="mt-2 text-muted">{empty}</p> : <ul className="mt-2">{children}</ul>}
    </section>
  );
}

/** Admins can't decide on their own bookings. */
export function Decide({ bookingId, title, isOwn }: { bookingId: string; title: string; isOwn: boolean }) {
  if (isOwn) return <p className="text-muted text-sm">This is your own booking. Another admin has to decide.</p>;
  return (
    <Link
      href={`/my-bookings/${bookingId}`}
      aria-label={`Review and decide: ${title}`}
      className={BUTTON_STYLE.outline}
    >
      Review and decide
    </Link>
  );
}
