import type { Timer } from "@nexby/domain/bookings/timers";

/** Each check of a booking, by what it does when it finds something to do. */
const CHECKS: Record<Timer, string> = {
  expire_checkout: "End unpaid checkouts",
  expire_request: "Expire requests",
  reauthorize: "Renew authorizations",
  scheduled_charge: "Charge rentals",
  place_deposit: "Hold deposits",
  deposit_deadline: "Cancel bookings without a deposit",
  schedule_autoconfirm: "Confirm pickup times",
  handoff_autoconfirm: "Start undisputed rentals",
  no_show: "Cancel uncontested no-shows",
  remind_of_handoff: "Remind of unreported handoffs",
  expire_extension: "Expire requests for more days",
  check_missing_item: "Look for missing items",
  mark_overdue: "Mark late rentals as overdue",
  accrue_late_fee: "Raise late fees",
  charge_late_fee: "Charge late fees",
  charge_damage: "Charge for damage",
  declare_lost: "Treat items as lost",
  roll_deposit: "Renew deposit holds",
  auto_close_return: "Close returned rentals",
  payout_transfer: "Send payouts",
  payout_retry: "Retry payouts",
  refund_retry: "Retry refunds",
};

const OTHERS: Readonly<Record<string, string>> = {
  add_avif_copies: "Convert photos",
  alert_saved_search: "Alert about saved searches",
  deliver_message: "Deliver emails, texts and push messages",
  follow_money: "Check payments",
  mail_password_reset: "Email password links",
  process_provider_event: "Process news from the card provider",
  publish_reviews: "Publish reviews",
  read_external_calendar: "Read external calendars",
  refresh_recommendations: "Refresh recommendations",
  remind_of_review: "Remind of reviews",
  delete_evidence_files: "Delete old condition photos",
  delete_message_files: "Delete message photos",
  delete_photo_files: "Delete photos",
  delete_unused_menu: "Delete unused menus",
  run_payment_operation: "Capture, void and charge payments",
  run_refund: "Send refunds",
  run_transfer: "Send transfers",
  send_damage_reminder: "Remind of unpaid damage",
  send_deposit_reminder: "Remind of missing deposits",
  send_late_fee_reminder: "Remind of unpaid late fees",
  send_notifications: "Plan notifications",
  send_reminders: "Remind of pickups and returns",
  send_weekly_digests: "Send weekly summaries",
  warn_of_missing_tax: "Warn of missing tax rates",
};

/** A job in words. One that is unknown here keeps its name: "sweep_files" is "Sweep files". */
export function jobCopy(jobType: string): string {
  const known = { ...OTHERS, ...CHECKS }[jobType];
  const text = jobType.replaceAll("_", " ");
  return known ?? text.charAt(0).toUpperCase() + text.slice(1);
}
