import type { ReactNode } from "react";
import { LISTING_STEPS, type ListingStepName } from "../listing-steps.ts";

/** The steps of a listing in order, each with what is known about it. */
export function ListingStepList({ contents }: { contents: Partial<Record<ListingStepName, ReactNode>> }) {
  return (
    <ol className="grid gap-4">
      {LISTING_STEPS.map(({ name, title, text, Icon }, index) => (
        <li
          key={name}
          className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-4 rounded-card border border-line bg-surface p-5"
        >
          <span
            aria-hidden="true"
            className="grid size-11 place-items-center rounded-full bg-primary-soft text-on-primary-soft"
          >
            <Icon size={20} strokeWidth={1.75} />
          </span>
          <div className="min-w-0">
            <h2 className="font-semibold">
              {index + 1}. {title}
            </h2>
            <p className="text-pretty text-muted">{text}</p>
          </div>
          {contents[name] && <div className="col-span-full mt-4 sm:col-start-2">{contents[name]}</div>}
        </li>
      ))}
    </ol>
  );
}
