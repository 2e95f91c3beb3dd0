import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { TEXT_LINK_STYLE } from "../../../components/ui/button-style.ts";

type Props = {
  title: string;
  /** For links from elsewhere to this section. */
  id?: string;
  /** Where the rest is. */
  allPath?: string;
  children: ReactNode;
};

export function LandingSection({ title, id, allPath, children }: Props) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="page-width">
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6">
        <h2 id={heading} className="display-type text-2xl">
          {title}
        </h2>
        {allPath && (
          <Link href={allPath} className={TEXT_LINK_STYLE}>
            View All
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
