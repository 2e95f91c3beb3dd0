import type { DamageClaimView } from "@nexby/contract/bookings/later-charges";

type Damage = Pick<DamageClaimView, "damageType" | "severity">;

const TYPES: Record<Damage["damageType"], string> = {
  broken: "Broken",
  cosmetic: "Scratched, dented or stained",
  missing_pieces: "Missing pieces",
  dirty: "Needs cleaning",
  lost: "Not returned",
  other: "Something else",
};

/** With an example, so that owners choose alike. */
const SEVERITIES: Record<Damage["severity"], readonly [label: string, example: string]> = {
  low: ["Minor", "it can still be used"],
  medium: ["Moderate", "it needs a repair"],
  high: ["Severe", "it has to be replaced"],
};

export const TYPE_OPTIONS = Object.entries(TYPES).map(([value, label]) => ({ value, label }));

export const SEVERITY_OPTIONS = Object.entries(SEVERITIES).map(([value, [label, example]]) => ({
  value,
  label: `${label}: ${example}`,
}));

/** "Broken · Moderate" */
export const damageText = ({ damageType, severity }: Damage): string =>
  damageType === "lost" ? TYPES.lost : `${TYPES[damageType]} · ${SEVERITIES[severity][0]}`;
