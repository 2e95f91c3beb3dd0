import { Check, CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { ListingStep, StepName } from "../steps.ts";
import { stepPath } from "../use-steps.ts";

type Props = {
  steps: readonly ListingStep[];
  current: StepName;
  wrong: ReadonlySet<StepName | null>;
  done: ReadonlySet<StepName>;
};

/** All steps, each a link away: a row that scrolls on phones, a list at the side where there is room. */
export function StepList({ steps, current, wrong, done }: Props) {
  const row = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const list = row.current;
    const link = list?.querySelector<HTMLElement>(`[data-step="${current}"]`);
    // Not scrollIntoView, which would move the page as well.
    if (list && link) list.scrollLeft = link.offsetLeft - (list.clientWidth - link.clientWidth) / 2;
  }, [current]);

  return (
    <nav aria-label="Steps" className="-mx-(--page-gutter) lg:sticky lg:top-24 lg:mx-0">
      <ol
        ref={row}
        className="no-scrollbar relative flex gap-1 overflow-x-auto px-(--page-gutter) py-1 lg:grid lg:px-1"
      >
        {steps.map(({ name, title }, index) => (
          <li key={name} className="shrink-0">
            <Link
              href={stepPath(name)}
              data-step={name}
              aria-current={name === current ? "step" : undefined}
              className="flex min-h-11 items-center gap-2.5 rounded-full px-3 font-medium text-muted hover:bg-subtle aria-[current=step]:bg-primary-soft aria-[current=step]:text-on-primary-soft lg:rounded-control"
            >
              <Mark number={index + 1} isWrong={wrong.has(name)} isDone={done.has(name)} />
              <span className="whitespace-nowrap">{title}</span>
              {wrong.has(name) && <span className="sr-only">, please check</span>}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Mark({ number, isWrong, isDone }: { number: number; isWrong: boolean; isDone: boolean }) {
  if (isWrong) return <CircleAlert size={24} strokeWidth={2} aria-hidden="true" className="shrink-0 text-danger" />;
  return (
    <span
      aria-hidden="true"
      className={`grid size-6 shrink-0 place-items-center rounded-full font-semibold text-xs ${isDone ? "bg-primary text-on-primary" : "border border-line-strong"}`}
    >
      {isDone ? <Check size={14} strokeWidth={3} /> : number}
    </span>
  );
}
