import type { getPublicProfile } from "@nexby/contract/profile";
import { read } from "../../../lib/read.ts";

export const person = (userId: string) => read<typeof getPublicProfile>("/api/users", userId);
