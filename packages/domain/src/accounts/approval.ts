export const CONTACT_STEPS = ["email", "phone_number", "phone"] as const;
/** The steps of a new account: verify its email, add a phone number, verify it. */
export type ContactStep = (typeof CONTACT_STEPS)[number];

export type ContactFacts = {
  readonly createdAt: Date;
  readonly emailVerifiedAt: Date | null;
  readonly phoneNumber: string | null;
  readonly phoneVerifiedAt: Date | null;
};

/** The open steps in order. Without a number, there is nothing to verify yet. */
export function contactStepsOf({ emailVerifiedAt, phoneNumber, phoneVerifiedAt }: ContactFacts): ContactStep[] {
  const phoneStep = phoneNumber === null ? "phone_number" : "phone";
  return [
    ...(emailVerifiedAt ? [] : (["email"] as const)),
    ...(phoneNumber !== null && phoneVerifiedAt ? [] : ([phoneStep] as const)),
  ];
}

/** Since the last step. Null while one is open: nobody has been asked to review the account yet. */
export function waitsForReviewSince(facts: ContactFacts): Date | null {
  if (contactStepsOf(facts).length > 0) return null;
  const { createdAt, emailVerifiedAt, phoneVerifiedAt } = facts;
  return new Date(Math.max(...[createdAt, emailVerifiedAt, phoneVerifiedAt].map((at) => at?.getTime() ?? 0)));
}
