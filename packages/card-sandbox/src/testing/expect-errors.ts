import Stripe from "stripe";
import { expect } from "vitest";

async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`Expected a Stripe error, got ${String(error)}`);
}

export async function expectInvalid(
  call: Promise<unknown>,
  details: { code?: string; param?: string; statusCode?: number },
): Promise<Stripe.errors.StripeError> {
  const error = await errorOf(call);
  expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
  expect(error).toMatchObject(details);
  expect(error.requestId).toMatch(/^req_/);
  return error;
}

export async function expectCardError(
  call: Promise<unknown>,
  details: { code?: string; decline_code?: string },
): Promise<Stripe.errors.StripeError> {
  const error = await errorOf(call);
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(error).toMatchObject(details);
  return error;
}
