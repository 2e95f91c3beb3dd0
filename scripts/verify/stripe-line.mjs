/** Says whether the payments suite also ran against Stripe itself, which needs your own test key. */
export function stripeLine() {
  const isRun = /^(sk|rk)_test_/.test(process.env.STRIPE_SECRET_KEY ?? "");
  return isRun
    ? "Stripe: the payments suite ran against it as well"
    : "Stripe: not run; the payments suite ran against the card sandbox (STRIPE_SECRET_KEY=sk_test_… adds Stripe)";
}
