/**
 * A refund that was refused so often, or sent back so often by a bank, is given up: a charge a bank has asked about may
 * never be given back by us, and the card it went to may be closed.
 */
export const MOST_REFUND_TRIES = 3;
