import type { Db } from "../db/db.ts";
import { type Write, writeTogether } from "../db/write-together.ts";
import { newId } from "../ids/new-id.ts";
import { rentalEvents } from "./rental-events.table.ts";
import { statusTransitions } from "./status-transitions.table.ts";

type Transition = Omit<typeof statusTransitions.$inferInsert, "id" | "createdAt">;
type RentalEvent = Omit<typeof rentalEvents.$inferInsert, "id" | "createdAt">;

/**
 * The only writer of status_transitions, and of rental_events for changes that belong to a rental's story.
 * The caller's transaction also holds the compare-and-swap of the status itself.
 */
export const recordTransition = (db: Db, transition: Transition, event?: RentalEvent): Promise<void> =>
  writeTogether(db, transitionWrites(db, transition, event));

/** The same as writes, to be sent with others. */
export const transitionWrites = (db: Db, transition: Transition, event?: RentalEvent): Write[] => [
  db.insert(statusTransitions).values({ ...transition, id: newId() }),
  ...(event ? [eventWrite(db, event)] : []),
];

/** Part of a rental's story that changes no status. */
export async function recordRentalEvent(db: Db, event: RentalEvent): Promise<void> {
  await eventWrite(db, event);
}

const eventWrite = (db: Db, event: RentalEvent) => db.insert(rentalEvents).values({ ...event, id: newId() });
