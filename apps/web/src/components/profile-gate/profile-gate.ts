import type { ProfilePurpose } from "@nexby/domain/accounts/profile-completeness";
import { Signal } from "../../lib/signal.ts";

/** What somebody wanted to do whose profile does not suffice yet; null while nobody does. */
export const profileGate = new Signal<ProfilePurpose | null>(null);
