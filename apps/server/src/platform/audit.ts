import { auditLog } from "../schema/platform.ts";
import { rentalEvents, statusTransitions } from "../schema/rentals.ts";
import type { Db } from "./db/db.ts";
import { type Insert, insertBatch, insertOf, storableJson } from "./db/statements.ts";
import { AppError } from "./errors.ts";
import { newId } from "./ids.ts";

type AuditEntry = Omit<typeof auditLog.$inferInsert, "id" | "createdAt">;

/** Writes an audit entry in the caller's transaction, so the action and its record commit together. */
export async function recordAudit(db: Db, { details, ...entry }: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({ ...entry, details: storableJson(details ?? {}), id: newId() });
}

type Transition = Omit<typeof statusTransitions.$inferInsert, "id" | "createdAt">;
type RentalEvent = Omit<typeof rentalEvents.$inferInsert, "id" | "createdAt">;

/** The actor of a change: a person, an admin, or the product itself, without an id. */
export type Actor = { readonly role: string; readonly id: string | null };

type StatusChange<Row, Field extends keyof Row> = {
  /** What the row is, such as "late_fee". */
  entityType: string;
  /** The columns that hold statuses, with their values before the change. */
  before: Readonly<Record<Field, string>>;
  fields: readonly (Field & string)[];
  actor: Actor;
  reason?: string | null | undefined;
  /** Compare-and-swap: writes the row if it still has its old status, and returns null otherwise. */
  swap: () => Promise<Row | null>;
  /** What the person learns whose change came too late. */
  refusal?: string;
  /** Entries on a timeline, written even if the event leaves every status as it is. */
  timeline?: (after: Row) => readonly Insert[];
};

/**
 * Changes a row's status, with its history and its entries on a timeline, in the caller's transaction. Of two
 * concurrent changes from the same status, the second one is rejected and leaves nothing.
 */
export async function changeStatus<Row extends { id: string } & Record<Field, string>, Field extends keyof Row>(
  tx: Db,
  { entityType, before, fields, actor, reason = null, swap, refusal, timeline }: StatusChange<Row, Field>,
): Promise<Row> {
  const after = await swap();
  if (!after) throw new AppError("action_not_allowed", refusal);
  const transitions = fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, fromStatus: before[field], toStatus: after[field] }));
  const transitionType = transitionTypeOf(actor);
  const common = { entityType, entityId: after.id, transitionType, actorId: actor.id, reason };
  const inserts = [
    ...transitions.flatMap((transition) => transitionInserts({ ...common, ...transition })),
    ...(timeline?.(after) ?? []),
  ];
  if (inserts.length > 0) await insertBatch(tx, inserts);
  return after;
}

const transitionTypeOf = ({ role }: Actor): Transition["transitionType"] =>
  role === "admin" || role === "system" ? role : "party";

/** Records the first status of a new row, and the event on a rental's timeline that it belongs to. */
export const recordTransition = (db: Db, transition: Transition, event?: RentalEvent): Promise<void> =>
  insertBatch(db, transitionInserts(transition, event));

/** Returns the same rows for a combined insert. */
export const transitionInserts = (transition: Transition, event?: RentalEvent): Insert[] => [
  insertOf(statusTransitions, { ...transition, id: newId() }),
  ...(event ? [rentalEventInsert(event)] : []),
];

/** An entry of a rental's timeline, to be written with the change it is about. */
export const rentalEventInsert = (event: RentalEvent): Insert => insertOf(rentalEvents, { ...event, id: newId() });

/** Adds a timeline entry that changes no status. */
export const recordRentalEvent = (db: Db, event: RentalEvent): Promise<void> =>
  insertBatch(db, [rentalEventInsert(event)]);
