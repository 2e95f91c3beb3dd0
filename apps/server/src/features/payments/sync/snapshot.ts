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
  /** Only cards of people tell who pays: the published trial cards are everybody's. */
  areCardsReal: boolean;
};

/** Asked outside any transaction. Before money was captured nothing can have come of it. */
export async function fetchSnapshot(payments: PaymentsPort, providerPaymentId: string): Promise<Snapshot> {
  const payment = await payments.fetchPayment(providerPaymentId);
  const areCardsReal = payments.environment === "live";
  if (payment.status !== "captured") return { payment, refunds: [], disputes: [], warnings: [], areCardsReal };
  const [refunds, disputes, warnings] = await Promise.all([
    payments.listRefunds(providerPaymentId),
    payments.listDisputes(providerPaymentId),
    payments.listFraudWarnings(providerPaymentId),
  ]);
  return { payment, refunds, disputes, warnings, areCardsReal };
}
