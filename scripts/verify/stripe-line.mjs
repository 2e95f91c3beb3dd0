/** Whether the payments suite was also asked of Stripe itself, which needs a test key of one's own. */
export function stripeLine() {
  const isRun = /^(sk|rk)_test_/.test(process.env.STRIPE_SECRET_KEY ?? "");
  return isRun
    ? "Stripe: the payments suite ran against it as well"
    : "Stripe: not run; the payments suite ran against the card sandbox (STRIPE_SECRET_KEY=sk_test_… adds Stripe)";
}
