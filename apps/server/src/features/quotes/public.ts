/** What other features may use of quotes. */
export { exchangeTypeOf } from "./exchange-type.ts";
export type { Offer } from "./offer.ts";
export { presentPrice } from "./quotes.presenter.ts";
export { findItemFacts, ITEM_FACTS, isListedItem, itemFactsOf } from "./quotes.repository.ts";
export { refusalSentence } from "./refusal-messages.ts";
export { daysOf, quoteBy } from "./use-cases/quote-rental.ts";
