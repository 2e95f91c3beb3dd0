/**
 * What renters agree to at checkout, so that their card may be charged without them later. A changed text needs a new
 * version: each booking stores the version its renter saw.
 */
export const CHARGE_CONSENT = {
  version: 2,
  rental:
    "If I return it late, damaged or incomplete, or don’t return it, my card may be charged for that later, as described above.",
  /** A food truck leaves with its crew, so it cannot be returned late. */
  truck: "If I cause damage, my card may be charged for that later, as described above.",
} as const;

/** Earlier versions described damage up to the deposit only. */
export const DAMAGE_CONSENT_FROM = 2;
