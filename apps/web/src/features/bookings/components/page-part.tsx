import { type ReactNode, useId } from "react";

type Props = { title: string; children: ReactNode };

/** A card of the booking's page. */
export function PagePart({ title, children }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0 rounded-card border border-line bg-surface p-5 md:p-6">
      <h2 id={heading} className="mb-4 display-type text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
