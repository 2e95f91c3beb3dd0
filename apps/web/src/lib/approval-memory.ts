import { localMemory } from "./browser/storage.ts";
import { ownPath } from "./paths.ts";

const keyOf = (userId: string) => `nx_after_approval:${userId}`;

/** Remembers what a user wanted to book until their account is approved, which can take longer than a tab lives. */
export const keepForApproval = (userId: string, path: string): void => localMemory.set(keyOf(userId), path);

export const keptForApproval = (userId: string): string | null => ownPath(localMemory.get(keyOf(userId)));

export const forgetForApproval = (userId: string): void => localMemory.remove(keyOf(userId));
