import type { BookingDetailView } from "@nexby/contract/bookings";
import { ApiError } from "../../lib/client/errors.ts";
import { wait } from "../../lib/wait.ts";

/** Before each look. The provider tells the server by itself, mostly within the first. */
const PAUSES_MS = [0, 700, 1_500, 3_000];

type Options = {
  look: () => Promise<BookingDetailView>;
  isSettled: (booking: BookingDetailView) => boolean;
  pause?: (milliseconds: number) => Promise<void>;
};

/** Looks a few times how a payment ended. Null when nobody answered at all. */
export async function settlePayment({ look, isSettled, pause = wait }: Options): Promise<BookingDetailView | null> {
  let last: BookingDetailView | null = null;
  for (const milliseconds of PAUSES_MS) {
    if (milliseconds > 0) await pause(milliseconds);
    try {
      last = await look();
    } catch (error) {
      // What the server has decided another look does not change; all else may be the network.
      if (error instanceof ApiError && error.isDecided && error.status !== 429) throw error;
      continue;
    }
    if (isSettled(last)) return last;
  }
  return last;
}
