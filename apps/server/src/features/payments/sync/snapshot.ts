import type {
  PaymentsPort,
  ProviderDispute,
  ProviderFraudWarning,
  ProviderPayment,
  ProviderRefund,
} from "../../../adapters/payments/payments.port.ts";

/** All that the provider knows of a payment now. */
export type Snapshot = {
  payment: ProviderPayment;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
  warnings: readonly ProviderFraudWarning[];
};

/** Asked outside any transaction. Before money was captured nothing can have come of it. */
export async function fetchSnapshot(payments: PaymentsPort, providerPaymentId: string): Promise<Snapshot> {
  const payment = await payments.fetchPayment(providerPaymentId);
  if (payment.status !== "captured") return { payment, refunds: [], disputes: [], warnings: [] };
  const [refunds, disputes, warnings] = await Promise.all([
    payments.listRefunds(providerPaymentId),
    payments.listDisputes(providerPaymentId),
    payments.listFraudWarnings(providerPaymentId),
  ]);
  return { payment, refunds, disputes, warnings };
}
