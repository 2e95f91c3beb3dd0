/** Other features import payments through this file only. */
export {
  type BookingPayments,
  findPayerRecord,
  selectPaymentsOfBookings,
  selectTransferTotals,
} from "./booking-money.queries.ts";
export { openPayment, paymentInserts, startPayment } from "./commands/open-payment.ts";
export { requestCapture, requestCharge, requestVoid } from "./commands/request-capture.ts";
export { requestRefund, settleRefundByChargeback } from "./commands/request-refund.ts";
export { requestTransfer, transferDepositToOwner } from "./commands/request-transfer.ts";
export { MONEY_JOBS, type PaymentDeps } from "./payment-job.ts";
export { findOwnPayment, findPayment, findPaymentsOfBooking, type Payment, providerIdOf } from "./payments.queries.ts";
export { onPaymentChange, queueBookingUpdate, syncPayment } from "./sync/sync-payment.ts";
export { lockOwnerDebt } from "./transfers.queries.ts";
