export const RUN_PAYMENT_OPERATION = "run_payment_operation";
export const RUN_REFUND = "run_refund";
export const RUN_TRANSFER = "run_transfer";
export const PROCESS_PROVIDER_EVENT = "process_provider_event";
/** Something about a booking's money is other than it was; done by whoever has the booking. */
export const FOLLOW_MONEY = "follow_money";
