import { type ReactNode, type Ref, useId } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { SkeletonArea, SkeletonBar } from "../../../components/ui/loading.tsx";

type CheckoutSectionProps = {
  title: string;
  id?: string;
  ref?: Ref<HTMLHeadingElement>;
  className?: string;
  children: ReactNode;
};

/** The heading is focusable, so that errors can move focus to the section. */
export function CheckoutSection({ title, id, ref, className = "", children }: CheckoutSectionProps) {
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

export function CheckoutSkeleton() {
  return (
    <SkeletonArea label="Loading checkout">
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-16">
        <div className="grid gap-6">
          <div className="flex items-center gap-4">
            <SkeletonBar shape="control" className="h-20 w-28" />
            <div className="grid flex-1 gap-2">
              <SkeletonBar className="h-5 w-2/3" />
              <SkeletonBar className="h-4 w-1/3" />
            </div>
          </div>
          <SkeletonBar shape="card" className="h-24" />
          <SkeletonBar shape="card" className="h-64" />
          <SkeletonBar shape="card" className="h-48" />
        </div>
        <SkeletonBar shape="card" className="hidden h-96 lg:block" />
      </div>
    </SkeletonArea>
  );
}

type PayActionProps = {
  label: string;
  isBusy: boolean;
  busyText?: string;
  /** Describes what the button does. */
  note: ReactNode;
  /** Why the button is disabled. */
  blocker: ReactNode;
  className?: string;
};

export function PayAction({ label, isBusy, busyText, note, blocker, className = "" }: PayActionProps) {
  const id = useId();
  return (
    <div className={className}>
      <Button
        type="submit"
        isBusy={isBusy}
        busyText={busyText}
        disabled={blocker !== null}
        aria-describedby={id}
        className="w-full tabular-nums"
      >
        {label}
      </Button>
      <p id={id} className="mt-2 text-balance text-center text-muted text-sm max-lg:[@media(height<40rem)]:sr-only">
        {blocker ?? note}
      </p>
    </div>
  );
}

/** Keeps the main action in view on narrow screens, above the bottom bar. */
export function PayBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-pay-bar
      className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 -mx-(--page-gutter) mt-8 border-line border-t bg-surface px-(--page-gutter) py-3 md:bottom-0 lg:hidden"
    >
      {children}
    </div>
  );
}
