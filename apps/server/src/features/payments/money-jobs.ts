export const RUN_PAYMENT_OPERATION = "run_payment_operation";
export const RUN_REFUND = "run_refund";
export const RUN_TRANSFER = "run_transfer";
export const PROCESS_PROVIDER_EVENT = "process_provider_event";
