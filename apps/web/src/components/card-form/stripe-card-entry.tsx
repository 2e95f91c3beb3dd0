import type { Stripe, StripeCardElement } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type RefCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import { FieldError } from "../forms/field.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { SkeletonBar } from "../ui/skeleton.tsx";
import { type CardEntry, UNREACHABLE } from "./card-result.ts";
import { confirmAtStripe } from "./stripe-confirmation.ts";

type Props = { publishableKey: string; entry: RefCallback<CardEntry> };

type Loaded = { stripe: Stripe; element: StripeCardElement };

const NOT_COMPLETE = "Please complete your card details";

/** The provider's own field, in a frame of its own: what is typed there we cannot read. */
export function StripeCardEntry({ publishableKey, entry }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const loaded = useRef<Loaded | null>(null);
  const isComplete = useRef(false);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads anew
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const stripe = await loadStripe(publishableKey);
      if (isGone || !stripe || !place.current) return;
      const element = stripe.elements().create("card", { style: lookOf(place.current) });
      element.on("change", (event) => {
        isComplete.current = event.complete;
        setProblem(event.error?.message);
      });
      element.on("ready", () => setState("ready"));
      element.mount(place.current);
      loaded.current = { stripe, element };
    };
    show().catch(() => isGone || setState("failed"));
    return () => {
      isGone = true;
      loaded.current?.element.destroy();
      loaded.current = null;
    };
  }, [publishableKey, attempt]);

  useImperativeHandle(entry, () => ({
    check: () => {
      if (isComplete.current) return true;
      setProblem((known) => known ?? NOT_COMPLETE);
      loaded.current?.element.focus();
      return false;
    },
    confirm: async (kind, clientSecret) => {
      if (!loaded.current) return UNREACHABLE;
      const { stripe, element } = loaded.current;
      return confirmAtStripe(stripe, kind, clientSecret, { card: element });
    },
  }));

  if (state === "failed") {
    return (
      <Notice look="problem" role="alert" title="The card form did not load">
        <p>Check your connection, and whether something on your device blocks js.stripe.com.</p>
        <Button
          look="outline"
          className="mt-3"
          onClick={() => {
            setState("loading");
            setAttempt(attempt + 1);
          }}
        >
          Try Again
        </Button>
      </Notice>
    );
  }
  return (
    <div className="min-w-0">
      {state === "loading" && <SkeletonBar shape="control" className="h-11" />}
      <div
        ref={place}
        className={`rounded-control border border-line-strong bg-surface px-3.5 py-3 ${state === "ready" ? "" : "sr-only"}`}
      />
      <FieldError id="stripe-card" error={problem} />
    </div>
  );
}

/** The frame sees nothing of our styles. */
function lookOf(place: HTMLElement) {
  const { color } = getComputedStyle(place);
  return { base: { color, fontSize: "16px", fontFamily: "Figtree, system-ui, sans-serif" } };
}
