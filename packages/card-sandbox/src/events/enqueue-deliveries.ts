import { createHash } from "node:crypto";
import type { Context } from "../http/context.ts";

/** How far an event may fall behind those that came after it. */
const WIDEST_SHIFT = 4;

/** A number from 0 to 1 that is always the same for the same seed and place. */
function chance(seed: number, place: number, purpose: string): number {
  const digest = createHash("sha256").update(`${seed}:${place}:${purpose}`).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}

/** At least once means: sometimes twice. And whoever counts on the order shall find out early. */
export async function enqueueDeliveries(
  { db, settings }: Pick<Context, "db" | "settings">,
  eventId: string,
  seq: number,
): Promise<void> {
  const { seed, doubles, isShuffled } = settings.delivery;
  const copies = chance(seed, seq, "double") < doubles ? 2 : 1;
  for (let copy = 0; copy < copies; copy += 1) {
    const shift = isShuffled ? chance(seed, seq, `shift ${copy}`) * WIDEST_SHIFT : copy / 2;
    await db.query(
      `insert into card_sandbox.deliveries (event_id, is_double, state, place, due_at)
       values ($1, $2, 'pending', $3, clock_timestamp())`,
      [eventId, copy > 0, seq + shift],
    );
  }
}
