import { type ReactNode, type Ref, useId } from "react";

type Props = { title: string; id?: string; ref?: Ref<HTMLHeadingElement>; className?: string; children: ReactNode };

/** One step of the page. Its heading can be given the focus. */
export function CheckoutSection({ title, id, ref, className = "", children }: Props) {
  const ownId = useId();
  const heading = id ?? ownId;
  return (
    <section aria-labelledby={heading} className={`min-w-0 border-line border-t pt-6 md:pt-8 ${className}`}>
      <h2 id={heading} ref={ref} tabIndex={-1} className="mb-4 scroll-mt-24 display-type text-xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
