import { auditLog } from "../schema/platform.ts";
import { rentalEvents, statusTransitions } from "../schema/rentals.ts";
import type { Db } from "./db/db.ts";
import { type Insert, insertBatch, insertOf, storableJson } from "./db/statements.ts";
import { newId } from "./ids.ts";

type AuditEntry = Omit<typeof auditLog.$inferInsert, "id" | "createdAt">;

/** Writes an audit entry in the caller's transaction, so the action and its record commit together. */
export async function recordAudit(db: Db, { details, ...entry }: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({ ...entry, details: storableJson(details ?? {}), id: newId() });
}

type Transition = Omit<typeof statusTransitions.$inferInsert, "id" | "createdAt">;
type RentalEvent = Omit<typeof rentalEvents.$inferInsert, "id" | "createdAt">;

/**
 * The only writer of status_transitions, and of rental_events for status changes on a rental's timeline.
 * The caller's transaction also holds the compare-and-swap of the status itself.
 */
export const recordTransition = (db: Db, transition: Transition, event?: RentalEvent): Promise<void> =>
  insertBatch(db, transitionInserts(transition, event));

/** Returns the same rows for a combined insert. */
export const transitionInserts = (transition: Transition, event?: RentalEvent): Insert[] => [
  insertOf(statusTransitions, { ...transition, id: newId() }),
  ...(event ? [insertOf(rentalEvents, { ...event, id: newId() })] : []),
];

/** Adds a timeline entry that changes no status. */
export async function recordRentalEvent(db: Db, event: RentalEvent): Promise<void> {
  await db.insert(rentalEvents).values({ ...event, id: newId() });
}
