import type { MoneyFacts } from "@nexby/domain/bookings/booking-life";
import { releaseUnits } from "../../inventory/public.ts";
import { askForVoid } from "../../payments/public.ts";
import { cancelPickups } from "../bookings.repository.ts";
import type { StepContext } from "./step-context.ts";

const CAN_BE_LET_GO: ReadonlySet<string> = new Set(["created", "awaiting_payment", "action_required", "authorized"]);

/** Lets holds go, and payments nobody has made; what is being worked on is left alone. */
export async function letGo({ tx, environment }: StepContext, payments: readonly MoneyFacts[]): Promise<void> {
  for (const { id, status, isBusy, isRefused } of payments) {
    if (CAN_BE_LET_GO.has(status) && !isBusy && !isRefused) await askForVoid(tx, environment, id);
  }
}

/** The item is free again, and nobody meets. */
export async function letUnitsGo({ tx, booking }: Pick<StepContext, "tx" | "booking">): Promise<void> {
  await releaseUnits(tx, booking.id);
  await cancelPickups(tx, booking.id);
}
