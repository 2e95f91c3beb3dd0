import type Stripe from "stripe";

const NO_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

export const NO_BILLING_DETAILS: Stripe.PaymentMethod.BillingDetails = {
  address: NO_ADDRESS,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** The id of what may have been expanded. Documents are kept unexpanded. */
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null;
  return typeof reference === "string" ? reference : reference.id;
}

export function requiredIdOf(reference: string | { id: string } | null | undefined): string {
  const id = idOf(reference);
  if (id === null) throw new Error("A reference is missing");
  return id;
}
