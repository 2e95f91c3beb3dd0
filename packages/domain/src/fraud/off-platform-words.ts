const WAYS_AROUND = [
  /\b(venmo|zelle|cash ?app|western union|moneygram|bitcoin|btc|crypto|wire transfer|gift ?cards?)\b/,
  /\bpay(ing|ment)? (you )?(in |by |with )?(cash|outside|directly|off the (app|site|platform))\b/,
  /\b(outside|off|around) (of )?(the )?(app|site|platform|nexby)\b/,
];

/** Whether somebody proposes to pay where nobody can help them afterwards. */
export const isOffPlatform = (message: string): boolean =>
  WAYS_AROUND.some((way) => way.test(message.toLowerCase().replace(/\s+/g, " ")));
