type TestCard = { number: string; what: string };

/** Those worth trying, as the sandbox's list says how they behave. */
export const SHOWN_TEST_CARDS: readonly TestCard[] = [
  { number: "4242424242424242", what: "Works" },
  { number: "5555555555554444", what: "Works, Mastercard" },
  { number: "378282246310005", what: "Works, American Express" },
  { number: "4000002500003155", what: "Your bank asks you to confirm once" },
  { number: "4000002760003184", what: "Your bank asks you to confirm always" },
  { number: "4000000000000002", what: "Declined" },
  { number: "4000000000009995", what: "Insufficient funds" },
  { number: "4000000000000069", what: "Expired" },
  { number: "4000000000000127", what: "Wrong security code" },
  { number: "4000000000000341", what: "Can be saved, declined when charged" },
  { number: "4000000000000259", what: "Charged back later" },
  { number: "4000000000005423", what: "Reported as stolen later" },
  { number: "4000000000004954", what: "High risk" },
];

const OTHERS = [
  "4000056655665556",
  "5105105105105100",
  "6011111111111117",
  "4000000000000077",
  "4000000000009987",
  "4000000000009979",
  "4000000000000119",
  "4000008260003178",
  "4100000000000019",
  "4000000000009235",
  "4000000000000101",
  "4000000000000036",
  "4000000000000028",
  "4000000000002685",
  "4000000000001976",
  "4000000000007726",
  "4000000000005126",
];

const ALL = new Set([...SHOWN_TEST_CARDS.map(({ number }) => number), ...OTHERS]);

/** No other number leaves the browser, wherever it would go. */
export const isTestCard = (digits: string): boolean => ALL.has(digits);
