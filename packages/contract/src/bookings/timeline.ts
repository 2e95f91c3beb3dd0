import type { BookingEvent } from "@nexby/domain/bookings/transitions";
import type { DamageClaimEvent } from "@nexby/domain/damage/damage-claim-statuses";
import type { ExtensionOutcome } from "@nexby/domain/extensions/extension-transitions";
import type { LateFeeEvent } from "@nexby/domain/late-fees/late-fee-statuses";
import type { PlanKind } from "@nexby/domain/planning/planned-times";

/** What happens to the time of a pickup or return. */
export type PlannedTimeEvent = "time_proposed" | "time_confirmed" | "time_kept" | "proposal_expired";

/** Everything that a booking's timeline can tell. Databases also hold types that earlier versions wrote. */
export type TimelineEvent =
  | BookingEvent
  | DamageClaimEvent
  | LateFeeEvent
  | `extension_${ExtensionOutcome}`
  | `${PlanKind}_${PlannedTimeEvent | "reported" | "confirmed_by_code" | "code_locked"}`
  | "start_checkout"
  | "instructions_changed"
  | "owner_handed_over"
  | "handover_objected"
  | "photo_added"
  | "pickup_condition_confirmed"
  | "return_signed"
  | "deposit_lapsed"
  | "deposit_retried"
  | "deposit_given_up"
  | "units_returned"
  | "units_confirmed"
  | "unit_available"
  | "item_late"
  | "item_back"
  | "no_show_reported"
  | "no_show_contested";
