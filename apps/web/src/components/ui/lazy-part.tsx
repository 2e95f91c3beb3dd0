import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { toasts } from "../../lib/toasts.ts";

type Props<PartProps> = {
  /** Always the same function: an other one would load anew. */
  load: () => Promise<ComponentType<PartProps>>;
  props: PartProps;
  /** Until it is there. */
  fallback?: ReactNode;
  /** Nobody asked for it: it may stay away without a word. */
  isOptional?: boolean;
};

const NOT_LOADED = {
  title: "This did not load",
  description: "Check your connection and refresh the page.",
  isDestructive: true,
};

/**
 * A part of a page whose code comes when it is first shown. Should it not come, that is said, and the rest of the page
 * goes on: an error here would take the whole frame with it.
 */
export function LazyPart<PartProps extends object>({
  load,
  props,
  fallback = null,
  isOptional = false,
}: Props<PartProps>) {
  const [Part, setPart] = useState<ComponentType<PartProps> | null>(null);

  useEffect(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => isOptional || toasts.show(NOT_LOADED),
    );
  }, [load, isOptional]);

  return Part ? <Part {...props} /> : fallback;
}
