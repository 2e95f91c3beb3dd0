import type { MoneyDeps } from "./deps.ts";

/** What an event is about. */
type Subject = { objectId: string; accountId: string | null };

/** Looks at it again and writes down what is so. False when it is nobody's here: perhaps not yet. */
export type LookAgain = (deps: MoneyDeps, subject: Subject) => Promise<boolean>;

/** By the kind of object; of kinds that are not here nothing needs to be known. */
export type Subjects = Readonly<Record<string, LookAgain>>;
