/** Where the demo's items are; what the gazetteer would say of each place. */
const TOWNS = {
  "Maplewood, NJ": { city: "Maplewood", county: "Essex", zipCode: "07040" },
  "Millburn, NJ": { city: "Millburn", county: "Essex", zipCode: "07041" },
  "South Orange, NJ": { city: "South Orange", county: "Essex", zipCode: "07079" },
  "Union, NJ": { city: "Union", county: "Union", zipCode: "07083" },
  "West Orange, NJ": { city: "West Orange", county: "Essex", zipCode: "07052" },
} as const;
export type DemoTown = keyof typeof TOWNS;

export const placeOf = (town: DemoTown) => ({
  ...TOWNS[town],
  state: "NJ",
  location: town,
  address: `${town} ${TOWNS[town].zipCode}`,
});
