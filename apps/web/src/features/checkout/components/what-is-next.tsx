/** Steps that follow, in their order. */
export function WhatIsNext({ steps }: { steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="next" className="mt-8 w-full text-left">
      <h2 id="next" className="font-semibold">
        What happens next
      </h2>
      <ol className="mt-3 grid gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-primary-soft font-bold text-on-primary-soft text-sm"
            >
              {index + 1}
            </span>
            <span className="min-w-0 text-pretty">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
