import type { User } from "../users.repository.ts";

export type Channel = "email" | "phone";

type Contact = { target: string | null; verifiedAt: Date | null };

/** How a person can be reached, and whether that is proven. */
export const contactOf = (user: User, channel: Channel): Contact =>
  channel === "email"
    ? { target: user.email, verifiedAt: user.emailVerifiedAt }
    : { target: user.phoneNumber, verifiedAt: user.phoneVerifiedAt };
