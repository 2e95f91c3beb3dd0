/** What is known of a request when its card was authorized. Null is not known, and counts neither for nor against. */
export type FraudFeatures = {
  readonly accountAgeHours: number;
  readonly isEmailVerified: boolean;
  readonly isPhoneVerified: boolean;
  readonly completedRentals: number;
  /** Completed without a late return, a dispute or a chargeback. */
  readonly cleanRentals: number;
  readonly totalAndDepositCents: number;
  readonly isResaleProne: boolean;
  readonly leadHours: number;
  readonly requestsLastDay: number;
  readonly failedCardsLastHour: number;
  readonly providerRisk: { readonly level: "normal" | "elevated" | "highest"; readonly score: number | null } | null;
  readonly isCodeRight: boolean | null;
  readonly isZipRight: boolean | null;
  readonly isPrepaid: boolean | null;
  readonly message: string | null;
  /** From the renter's own town to where the item is to be brought. */
  readonly deliveryMiles: number | null;
  readonly disputesLost: number;
  readonly chargebacks: number;
  readonly isLinkedToSuspended: boolean;
  readonly isLinkedToOwner: boolean;
  readonly hasFraudWarning: boolean;
};
