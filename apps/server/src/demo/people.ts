/** The neighbours of the demo town. */
export type DemoPerson = {
  key: string;
  email: string;
  firstName: string;
  lastName: string;
  about: string;
  isAdmin?: boolean;
  isApproved?: boolean;
};

/** Of every demo account, and of nobody else. */
export const DEMO_PASSWORD = "borrow-a-kayak";

export const DEMO_PEOPLE = [
  { key: "ada", email: "ada@nexby.example", firstName: "Ada", lastName: "Monroe", about: "admin", isAdmin: true },
  { key: "maya", email: "maya@nexby.example", firstName: "Maya", lastName: "Rivera", about: "rents and lists" },
  { key: "noah", email: "noah@nexby.example", firstName: "Noah", lastName: "Becker", about: "lists tools" },
  { key: "priya", email: "priya@nexby.example", firstName: "Priya", lastName: "Shah", about: "lists for parties" },
  { key: "sam", email: "sam@nexby.example", firstName: "Sam", lastName: "O'Connor", about: "lists outdoor gear" },
  { key: "lena", email: "lena@nexby.example", firstName: "Lena", lastName: "Kowalski", about: "lists places and food" },
  { key: "omar", email: "omar@nexby.example", firstName: "Omar", lastName: "Haddad", about: "rents only" },
  {
    key: "tess",
    email: "tess@nexby.example",
    firstName: "Tess",
    lastName: "Nguyen",
    about: "waits for approval",
    isApproved: false,
  },
] as const satisfies readonly DemoPerson[];

export type DemoPersonKey = (typeof DEMO_PEOPLE)[number]["key"];
