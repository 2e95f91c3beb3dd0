export type DemoPerson = {
  key: string;
  email: string;
  firstName: string;
  lastName: string;
  about: string;
  /** A fictional number; null means not verified. */
  phoneNumber: string | null;
  primaryUse: "renter" | "owner";
  isAdmin?: boolean;
  isApproved?: boolean;
};

/** The password of all demo accounts. */
export const DEMO_PASSWORD = "borrow-a-kayak";

export const DEMO_PEOPLE = [
  {
    key: "ada",
    email: "ada@nexby.example",
    firstName: "Ada",
    lastName: "Monroe",
    about: "admin",
    phoneNumber: "+12015550100",
    primaryUse: "owner",
    isAdmin: true,
  },
  {
    key: "maya",
    email: "maya@nexby.example",
    firstName: "Maya",
    lastName: "Rivera",
    about: "rents and lists",
    phoneNumber: "+12015550101",
    primaryUse: "renter",
  },
  {
    key: "noah",
    email: "noah@nexby.example",
    firstName: "Noah",
    lastName: "Becker",
    about: "lists tools",
    phoneNumber: "+12015550102",
    primaryUse: "owner",
  },
  {
    key: "priya",
    email: "priya@nexby.example",
    firstName: "Priya",
    lastName: "Shah",
    about: "lists party gear",
    phoneNumber: "+12015550103",
    primaryUse: "owner",
  },
  {
    key: "sam",
    email: "sam@nexby.example",
    firstName: "Sam",
    lastName: "O'Connor",
    about: "lists outdoor gear",
    phoneNumber: "+12015550104",
    primaryUse: "owner",
  },
  {
    key: "lena",
    email: "lena@nexby.example",
    firstName: "Lena",
    lastName: "Kowalski",
    about: "lists venues and food",
    phoneNumber: "+12015550105",
    primaryUse: "owner",
  },
  {
    key: "omar",
    email: "omar@nexby.example",
    firstName: "Omar",
    lastName: "Haddad",
    about: "rents only",
    phoneNumber: "+12015550106",
    primaryUse: "renter",
  },
  {
    key: "tess",
    email: "tess@nexby.example",
    firstName: "Tess",
    lastName: "Nguyen",
    about: "waiting for approval",
    phoneNumber: null,
    primaryUse: "renter",
    isApproved: false,
  },
] as const satisfies readonly DemoPerson[];

export type DemoPersonKey = (typeof DEMO_PEOPLE)[number]["key"];

/** The demo items' towns, with the same data as the ZIP database. */
const TOWNS = {
  "Maplewood, NJ": { city: "Maplewood", county: "Essex", zipCode: "07040" },
  "Millburn, NJ": { city: "Millburn", county: "Essex", zipCode: "07041" },
  "South Orange, NJ": { city: "South Orange", county: "Essex", zipCode: "07079" },
  "Union, NJ": { city: "Union", county: "Union", zipCode: "07083" },
  "West Orange, NJ": { city: "West Orange", county: "Essex", zipCode: "07052" },
} as const;
export type DemoTown = keyof typeof TOWNS;

export const placeOf = (street: string, town: DemoTown) => ({
  ...TOWNS[town],
  state: "NJ",
  location: town,
  address: `${street}, ${town} ${TOWNS[town].zipCode}`,
});
