/** A refund that was refused so often is given up: a charge a bank has asked about may never be given back by us. */
export const MOST_REFUND_TRIES = 3;
