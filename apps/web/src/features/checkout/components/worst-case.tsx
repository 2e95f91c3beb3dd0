import type { ReactNode } from "react";
import { costsOf, type RentalTerms } from "../worst-case.ts";

/** What it can come to cost, before anybody agrees to it. */
export function WorstCase(terms: RentalTerms) {
  const { refunds, refundNote, late, damage } = costsOf(terms);
  return (
    <div className="grid max-w-xl grid-cols-1 gap-5">
      <Case title="If you cancel">
        <dl aria-live="polite" className="grid gap-1.5">
          {refunds.map(({ until, back }) => (
            <div key={until} className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">{until}</dt>
              <dd className="font-medium">{back}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2 text-pretty text-muted text-sm">{refundNote}</p>
      </Case>
      {late && (
        <Case title="If you return it late">
          <p className="text-pretty">{late}</p>
        </Case>
      )}
      <Case title="If something breaks or gets lost">
        <p className="text-pretty">{damage}</p>
      </Case>
    </div>
  );
}

function Case({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      {children}
    </div>
  );
}
