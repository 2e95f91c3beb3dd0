import type { BookingStatus } from "@nexby/domain/bookings/booking-statuses";
import { progressOf } from "../progress.ts";

/** How far it has come, as a row of steps. */
export function ProgressBar({ status }: { status: BookingStatus }) {
  const progress = progressOf(status);
  if (!progress) return null;
  const { stages, reached, stage } = progress;
  return (
    <div className="mb-4">
      <div aria-hidden="true" className="grid grid-cols-6 gap-1.5">
        {stages.map((name, index) => (
          <div key={name} className="grid gap-1.5">
            <span className={`h-1.5 rounded-full ${index < reached ? "bg-primary" : "bg-sunken"}`} />
            <span className={`text-xs max-md:hidden ${index < reached ? "font-semibold" : "text-muted"}`}>{name}</span>
          </div>
        ))}
      </div>
      <p className="mt-1.5 text-muted text-sm md:sr-only">
        Step {reached} of {stages.length}: {stage}
      </p>
    </div>
  );
}
