import { type ReactNode, useId } from "react";

type Props = { title: string; text?: ReactNode; children: ReactNode };

/** Fields of a step that belong together. */
export function FieldGroup({ title, text, children }: Props) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="grid grid-cols-1 gap-5 border-line border-t pt-6">
      <div>
        <h3 id={heading} className="font-semibold text-lg">
          {title}
        </h3>
        {text && <p className="mt-0.5 text-pretty text-muted text-sm">{text}</p>}
      </div>
      {children}
    </section>
  );
}

/** Two fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-4">{children}</div>;
}
