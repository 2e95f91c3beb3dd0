import type {
  approveBooking,
  cancelBooking,
  claimDamage,
  closeBooking,
  confirmPickup,
  contestNoShow,
  declineBooking,
  handOver,
  objectToHandover,
  reportNoShow,
  resolveClaim,
  submitReturn,
} from "@nexby/contract/booking-acts";
import { write } from "../../../lib/write.ts";

const BOOKINGS = "/api/bookings";

/** What can be done with one booking. Each answers the booking as it is after that. */
export const ACTS = {
  approve: (id: string) => write<typeof approveBooking>("POST", BOOKINGS, id, "approve"),
  decline: (id: string) => write<typeof declineBooking>("POST", BOOKINGS, id, "decline"),
  cancel: (id: string) => write<typeof cancelBooking>("POST", BOOKINGS, id, "cancel"),
  confirm_pickup: (id: string) => write<typeof confirmPickup>("POST", BOOKINGS, id, "confirm-pickup"),
  hand_over: (id: string) => write<typeof handOver>("POST", BOOKINGS, id, "hand-over"),
  object_to_handover: (id: string) => write<typeof objectToHandover>("POST", BOOKINGS, id, "object-to-handover"),
  submit_return: (id: string) => write<typeof submitReturn>("POST", BOOKINGS, id, "return"),
  close: (id: string) => write<typeof closeBooking>("POST", BOOKINGS, id, "close"),
  claim_damage: (id: string) => write<typeof claimDamage>("POST", BOOKINGS, id, "claim-damage"),
  report_no_show: (id: string) => write<typeof reportNoShow>("POST", BOOKINGS, id, "no-show"),
  contest_no_show: (id: string) => write<typeof contestNoShow>("POST", BOOKINGS, id, "contest-no-show"),
  resolve: (id: string) => write<typeof resolveClaim>("POST", "/api/admin/bookings", id, "resolve"),
};
