/** What other features may use of quotes. */
export type { Offer } from "./offer.ts";
export { presentPrice } from "./quotes.presenter.ts";
export { refusalSentence } from "./refusal-messages.ts";
export { quoteRental } from "./use-cases/quote-rental.ts";
