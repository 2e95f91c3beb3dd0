import { type ReactNode, useId } from "react";

type Props = { title: string; text?: ReactNode; children: ReactNode };

/** A card with a heading; on wide screens the heading stands beside what it is about. */
export function Section({ title, text, children }: Props) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="grid grid-cols-1 gap-x-10 gap-y-5 border-line border-b pb-8 last:border-b-0 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={heading} className="display-type text-xl">
          {title}
        </h2>
        {text && <p className="mt-1 max-w-prose text-pretty text-muted text-sm">{text}</p>}
      </div>
      <div className="min-w-0 max-w-xl">{children}</div>
    </section>
  );
}
