import type Stripe from "stripe";
import type { Context } from "../http/context.ts";
import { noSuch } from "../http/refusals.ts";
import { getBody } from "../store/store.ts";

/** A customer who may be charged; a deleted one is no such customer any more. */
export async function getCustomer(context: Context, id: string, param = "customer"): Promise<Stripe.Customer> {
  const customer = await getBody(context, "customer", id, param);
  if (customer.deleted) throw noSuch("customer", id, param);
  return customer;
}
