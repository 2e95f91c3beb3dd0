import type { getItem } from "@nexby/contract/items";
import { read } from "../../../lib/read.ts";

export const wantedItem = (itemId: string) => read<typeof getItem>("/api/items", itemId);
