import { localMemory } from "./browser/storage.ts";
import { AFTER_APPROVAL, ownPath } from "./paths.ts";

/** Remembers what a user wanted to book until their account is approved, which can take longer than a tab lives. */
export const keepForApproval = (userId: string, path: string): void => localMemory.set(AFTER_APPROVAL + userId, path);

export const keptForApproval = (userId: string): string | null => ownPath(localMemory.get(AFTER_APPROVAL + userId));

export const forgetForApproval = (userId: string): void => localMemory.remove(AFTER_APPROVAL + userId);
