import { auditLog } from "../schema/platform.ts";
import { rentalEvents, statusTransitions } from "../schema/rentals.ts";
import type { Db } from "./db/db.ts";
import { type Insert, insertBatch, insertOf, storableJson } from "./db/statements.ts";
import { newId } from "./ids.ts";

type Act = Omit<typeof auditLog.$inferInsert, "id" | "createdAt">;

/** Writes down an act in its own transaction: done and recorded, or neither. */
export async function recordAudit(db: Db, { details, ...act }: Act): Promise<void> {
  await db.insert(auditLog).values({ ...act, details: storableJson(details ?? {}), id: newId() });
}

type Transition = Omit<typeof statusTransitions.$inferInsert, "id" | "createdAt">;
type RentalEvent = Omit<typeof rentalEvents.$inferInsert, "id" | "createdAt">;

/**
 * The only writer of status_transitions, and of rental_events for changes that belong to a rental's story.
 * The caller's transaction also holds the compare-and-swap of the status itself.
 */
export const recordTransition = (db: Db, transition: Transition, event?: RentalEvent): Promise<void> =>
  insertBatch(db, transitionInserts(transition, event));

/** The same rows, to be written with others. */
export const transitionInserts = (transition: Transition, event?: RentalEvent): Insert[] => [
  insertOf(statusTransitions, { ...transition, id: newId() }),
  ...(event ? [insertOf(rentalEvents, { ...event, id: newId() })] : []),
];

/** Part of a rental's story that changes no status. */
export async function recordRentalEvent(db: Db, event: RentalEvent): Promise<void> {
  await db.insert(rentalEvents).values({ ...event, id: newId() });
}
