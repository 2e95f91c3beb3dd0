import type { LucideIcon } from "lucide-react";
import { useId } from "react";

export type GuideStep = { title: string; text: string; Icon: LucideIcon };

export function Guide({ title, steps }: { title: string; steps: readonly GuideStep[] }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface p-5 md:p-8">
      <h2 id={heading} className="display-type text-2xl">
        {title}
      </h2>
      <ol className="mt-6 grid gap-6">
        {steps.map(({ title: name, text, Icon }, index) => (
          <li key={name} className="grid grid-cols-[2.75rem_1fr] gap-x-4">
            <span className="grid size-11 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <div>
              <h3 className="font-semibold">
                {index + 1}. {name}
              </h3>
              <p className="mt-0.5 text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
