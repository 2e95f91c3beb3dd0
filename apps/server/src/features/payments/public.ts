/** Other features import payments through this file only. */
export { type BookingMoney, findMoneyOfBookings, findPassedOn, findPayerRecord } from "./booking-money.queries.ts";
export { openPayment, paymentInserts, startPayment } from "./commands/open-payment.ts";
export { askForCapture, askForCharge, askForVoid } from "./commands/request-capture.ts";
export { askForRefund, leaveRefundToBank } from "./commands/request-refund.ts";
export { askForTransfer, giveDepositToOwner } from "./commands/request-transfer.ts";
export { FOLLOW_MONEY, type MoneyDeps } from "./payment-job.ts";
export { findOwnPayment, findPayment, findPaymentsOfBooking, type Payment, providerIdOf } from "./payments.queries.ts";
export { syncPayment } from "./sync/sync-payment.ts";
export { lockOwnerDebt } from "./transfers.queries.ts";
