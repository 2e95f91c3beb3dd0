import { createHash } from "node:crypto";
import { email, personName } from "@nexby/contract/account-fields";
import { z } from "zod";
import type { Db } from "../../../platform/db/db.ts";
import { ProviderRecords } from "./provider-records.ts";

/** Somebody who has an identity at the provider from the start. */
export type ProviderPerson = { subject: string; firstName: string; lastName: string; email: string };

type Account = ProviderPerson & { isEmailVerified: boolean };

export type ProviderAccounts = {
  people: readonly ProviderPerson[];
  find(subject: string): Promise<Account | undefined>;
  /** Keeps somebody new; their subject. */
  add(newcomer: Newcomer): Promise<string>;
};

export const newcomer = z.object({
  firstName: personName("First name is required"),
  lastName: personName("Last name is required"),
  email,
});
type Newcomer = z.infer<typeof newcomer>;

const NEWCOMER_SECONDS = 24 * 60 * 60;

/** The same person for the same address. Never one of those who are there from the start. */
const newcomerSubject = (address: string) => `new-${createHash("sha256").update(address).digest("base64url")}`;

/**
 * The people of the demo and whoever types a name. Nobody proves anything here, so of addresses that were typed the
 * provider does not say that they are verified: Nexby then lets nobody near an account that is there already.
 */
export function providerAccounts(db: Db, people: readonly ProviderPerson[]): ProviderAccounts {
  const newcomers = new ProviderRecords(db, "Newcomer");
  return {
    people,
    find: async (subject) => {
      const person = people.find((one) => one.subject === subject);
      if (person) return { ...person, isEmailVerified: true };
      const known = newcomer.safeParse((await newcomers.find(subject))?.extra);
      return known.success ? { subject, ...known.data, isEmailVerified: false } : undefined;
    },
    add: async (added) => {
      const subject = newcomerSubject(added.email);
      await newcomers.upsert(subject, { extra: added }, NEWCOMER_SECONDS);
      return subject;
    },
  };
}
