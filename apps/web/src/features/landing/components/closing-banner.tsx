import { useId } from "react";
import { Link } from "wouter";
import { ListItemLink } from "../../../components/profile-gate/list-item-link.tsx";
import { BUTTON_STYLE } from "../../../components/ui/button-style.ts";

export function ClosingBanner({ browsePath }: { browsePath: string }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="page-width">
      <div className="rounded-sheet bg-primary-soft px-6 py-12 text-center md:py-16">
        <h2 id={heading} className="display-type text-balance text-3xl">
          Ready to Start Sharing?
        </h2>
        <p className="mx-auto mt-3 max-w-[52ch] text-pretty">
          Borrow what you need for a weekend, or let your own things earn while you do not use them.
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <Link href={browsePath} className={`${BUTTON_STYLE.primary} max-sm:w-full`}>
            Find Items Near Me
          </Link>
          <ListItemLink className={`${BUTTON_STYLE.outline} max-sm:w-full`}>Start Earning Today</ListItemLink>
        </div>
      </div>
    </section>
  );
}
