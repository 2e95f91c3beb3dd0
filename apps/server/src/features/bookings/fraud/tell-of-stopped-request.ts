import type { Db } from "../../../platform/db/db.ts";
import { tellAdministrators } from "../../accounts/public.ts";

const MESSAGE = "The rules stopped a request before its owner saw it. Please decide within 12 hours.";
const NEWS = {
  type: "system",
  title: "A request waits for your review",
  message: MESSAGE,
  actionUrl: "/admin/fraud-detection",
} as const;

/** Neither the owner nor the renter hears more until somebody has looked. */
export const tellOfStoppedRequest = (tx: Db, { id: bookingId }: { id: string }): Promise<void> =>
  tellAdministrators(tx, { ...NEWS, data: { bookingId } }, [MESSAGE]);
