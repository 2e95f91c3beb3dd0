import type { ReactNode } from "react";
import { useTakesHeadingFocus } from "../../lib/heading-focus.ts";

/** The one h1 of a page. A change of route moves the focus here, so it is where a screen reader goes on. */
export function PageHeading({
  children,
  className = "text-2xl md:text-3xl",
}: {
  children: ReactNode;
  className?: string;
}) {
  const heading = useTakesHeadingFocus();

  return (
    <h1 ref={heading} tabIndex={-1} className={`display-type text-balance outline-none ${className}`}>
      {children}
    </h1>
  );
}
