import { createHmac } from "node:crypto";
import { moveBy, type Position } from "@nexby/domain/kernel/distance";

const NEAREST_METRES = 200;
const FARTHEST_METRES = 500;
const FULL_TURN = 360;

/**
 * Where the public sees an item: a few hundred metres off, the same every time it is asked, so that looking again and
 * again reveals nothing. Without the secret the step cannot be undone.
 *
 * The step is its owner's, whatever is listed and wherever. A step of each listing's own would scatter what is kept in
 * one home around it, and the middle of those points is the home; a step that changed with the position would give a
 * new point for every move of the pin.
 */
export function publicPosition(secret: string, ownerId: string, exact: Position): Position {
  const digest = createHmac("sha256", secret).update(`public-position:${ownerId}`).digest();
  const fraction = (offset: number) => digest.readUInt32BE(offset) / 0x1_0000_0000;
  // The square root spreads the points evenly over the ring instead of crowding its inside.
  const share = fraction(0) * (FARTHEST_METRES ** 2 - NEAREST_METRES ** 2) + NEAREST_METRES ** 2;
  return moveBy(exact, Math.sqrt(share), fraction(4) * FULL_TURN);
}
