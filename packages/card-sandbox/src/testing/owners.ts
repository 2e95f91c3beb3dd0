import type Stripe from "stripe";
import { idOnly } from "./expanded.ts";
import type { SandboxUnderTest } from "./sandbox-under-test.ts";

export const newOwner = ({ stripe }: SandboxUnderTest): Promise<Stripe.Account> =>
  stripe.accounts.create({
    type: "express",
    country: "US",
    email: "owner@nexby.example",
    capabilities: { transfers: { requested: true } },
    business_type: "individual",
    metadata: { user: "u-1" },
  });

/** Creates an owner who can receive transfers. */
export async function readyOwner(sandbox: SandboxUnderTest): Promise<string> {
  const { id } = await newOwner(sandbox);
  await sandbox.control.onboard(id, "complete");
  return id;
}

/** Returns the charge id. */
export async function pay({ stripe }: SandboxUnderTest, amount: number, card = "pm_card_visa"): Promise<string> {
  const intent = await stripe.paymentIntents.create({
    amount,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    payment_method: card,
    confirm: true,
  });
  return idOnly(intent.latest_charge);
}
