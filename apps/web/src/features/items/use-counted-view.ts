import type { countItemView } from "@nexby/contract/items";
import { useEffect } from "react";
import { write } from "../../lib/write.ts";

/** Notes that somebody looks at the page, once for each time it is opened. Nobody waits for it, nobody misses it. */
export function useCountedView(itemId: string): void {
  useEffect(() => {
    void write<typeof countItemView>("POST", "/api/items", itemId, "views")(crypto.randomUUID()).catch(() => undefined);
  }, [itemId]);
}
