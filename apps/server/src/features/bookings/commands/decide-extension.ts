import { openExtensionOf } from "@nexby/domain/extensions/extension-rules";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import { approveExtension as approve, EXTENSION_MESSAGES, endExtension } from "../lifecycle/extensions.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";

/** Nobody decides on another request than the one they saw. */
function openExtension({ snapshot }: StepContext, extensionId: string) {
  const open = openExtensionOf(snapshot);
  if (open?.id !== extensionId) throw new AppError("action_not_allowed", EXTENSION_MESSAGES.not_from_here);
  return open;
}

type Decision = { extensionId: string };

export function approveExtension(
  context: StepContext,
  actor: RenterOrOwner,
  { extensionId }: Decision,
): Promise<Booking> {
  openExtension(context, extensionId);
  return approve(context, actor);
}

export const declineExtension = (
  context: StepContext,
  actor: RenterOrOwner,
  { extensionId, reason }: Decision & { reason: string },
): Promise<Booking> => endExtension(context, actor, openExtension(context, extensionId), "decline", reason);

export const withdrawExtension = (
  context: StepContext,
  actor: RenterOrOwner,
  { extensionId }: Decision,
): Promise<Booking> => endExtension(context, actor, openExtension(context, extensionId), "withdraw");
