import type { countItemView } from "@nexby/contract/items";
import { useEffect } from "react";
import { newKey } from "../../lib/new-key.ts";
import { write } from "../../lib/write.ts";

/** Notes that somebody looks at the page, once for each time it is opened. Nobody waits for it, nobody misses it. */
export function useCountedView(itemId: string): void {
  useEffect(() => {
    void write<typeof countItemView>("POST", "/api/items", itemId, "views")(newKey()).catch(() => undefined);
  }, [itemId]);
}
