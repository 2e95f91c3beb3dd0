import type { getProfile, ProfileView, updateProfile } from "@nexby/contract/profile";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useIntent } from "../../../lib/intents.ts";
import { read } from "../../../lib/read.ts";
import { keepCurrentUser } from "../../../lib/session.ts";
import { write } from "../../../lib/write.ts";

export const profile = () => read<typeof getProfile>("/api/profile");

export const patchProfile = write<typeof updateProfile>("PATCH", "/api/profile");

/** The header and the guards go by the same person. */
export function keepProfile(client: QueryClient, saved: ProfileView): void {
  client.setQueryData(profile().queryKey, saved);
  keepCurrentUser(client, saved);
}

export function useSaveProfile() {
  const client = useQueryClient();
  const save = useIntent(patchProfile);
  return async (changes: Parameters<typeof patchProfile>[1]): Promise<void> => keepProfile(client, await save(changes));
}
