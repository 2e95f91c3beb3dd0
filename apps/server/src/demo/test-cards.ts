import { TEST_CARDS } from "@nexby/card-sandbox";

const { number: good } = TEST_CARDS.pm_card_visa;

/** What to pay with where no money moves. Any date to come and any three digits do; there are more in the sandbox. */
export const DEMO_CARDS = [
  { number: good, about: "works" },
  { number: TEST_CARDS.pm_card_chargeDeclined.number, about: "is declined" },
  { number: TEST_CARDS.pm_card_chargeDeclinedInsufficientFunds.number, about: "has not enough money" },
  { number: TEST_CARDS.pm_card_authenticationRequired.number, about: "asks its holder to confirm" },
  { number: TEST_CARDS.pm_card_chargeCustomerFail.number, about: "can be saved, and fails when it is charged" },
  { number: TEST_CARDS.pm_card_createDispute.number, about: "works, and is charged back a day later" },
].map(({ number, about }) => ({ number: number.replace(/(\d{4})(?=\d)/g, "$1 "), about }));
