import argon2 from "@node-rs/argon2";
import { createTurns } from "../../../platform/process/turns.ts";

/** Of Argon2id, which is what the library makes unless asked for another. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two at a time, 19 MiB each: a burst of sign-ins must not take the machine from everybody else. */
const inTurn = createTurns({ atOnce: 2, mostWaiting: 200 });

/** Somebody's, whom nobody is: compared with when an address is unknown, so that both take the same time. */
const NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$8CL3FcwfWn1jv9MGjlwgrA$5Kt63tqGM7cDIZHUo3Beu8WWqD/aztyT9riTo9SoPp0";

/** The same characters, however a keyboard composes them. */
const normalised = (password: string) => password.normalize("NFKC");

export const isSamePassword = (one: string, other: string): boolean => normalised(one) === normalised(other);

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => argon2.hash(normalised(password), COST));

/** False for the wrong password and for nobody's, after the same work. */
export async function isPasswordOf(storedHash: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await inTurn(() => argon2.verify(storedHash ?? NOBODY, normalised(password)));
  return isRight && Boolean(storedHash);
}
