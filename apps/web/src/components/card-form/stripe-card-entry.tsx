import type { Stripe, StripeCardElement, StripeError } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { type RefCallback, useEffect, useImperativeHandle, useRef, useState } from "react";
import { FieldError } from "../forms/field.tsx";
import { Button } from "../ui/button.tsx";
import { Placeholder, SkeletonBar } from "../ui/loading.tsx";
import { Notice } from "../ui/notice.tsx";
import { type CardEntry, type CardResult, DECLINED, type IntentKind, UNREACHABLE } from "./card-result.ts";

type StripeCardEntryProps = { publishableKey: string; entry: RefCallback<CardEntry> };

type Loaded = { stripe: Stripe; element: StripeCardElement };

const NOT_COMPLETE = "Please complete your card details";

/** The provider's field in its own frame: we cannot read its input. */
export function StripeCardEntry({ publishableKey, entry }: StripeCardEntryProps) {
  const place = useRef<HTMLDivElement>(null);
  const loaded = useRef<Loaded | null>(null);
  const isComplete = useRef(false);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads it again
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const stripe = await loadStripe(publishableKey);
      if (isGone || !stripe || !place.current) return;
      const element = stripe.elements().create("card", { style: cardStyle(place.current) });
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
      if (isComplete.current) return [];
      setProblem(problem ?? NOT_COMPLETE);
      return [{ field: "card", message: problem ?? NOT_COMPLETE }];
    },
    focus: () => loaded.current?.element.focus(),
    confirm: async (kind, clientSecret) => {
      if (!loaded.current) return UNREACHABLE;
      const { stripe, element } = loaded.current;
      return confirmAtStripe(stripe, kind, clientSecret, { card: element });
    },
  }));

  if (state === "failed") {
    return (
      <Notice look="problem" role="alert" title="The card form didn’t load">
        <p>Check your connection, and make sure nothing on your device blocks js.stripe.com.</p>
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
      {state === "loading" && (
        <Placeholder size="small" onRetry={() => setAttempt(attempt + 1)}>
          <SkeletonBar shape="control" className="h-11" />
        </Placeholder>
      )}
      <div
        ref={place}
        className={`rounded-control border border-line-strong bg-surface px-3.5 py-3 ${state === "ready" ? "" : "sr-only"}`}
      />
      <FieldError id="stripe-card" error={problem} />
    </div>
  );
}

/** The frame does not inherit our styles. */
function cardStyle(place: HTMLElement) {
  const { color } = getComputedStyle(place);
  return { base: { color, fontSize: "16px", fontFamily: "Figtree, system-ui, sans-serif" } };
}

type StripeSavedCardProps = { publishableKey: string; cardId: string; entry: RefCallback<CardEntry> };

/** Renders nothing; Stripe's library shows the bank's challenge if there is one. */
export function StripeSavedCard({ publishableKey, cardId, entry }: StripeSavedCardProps) {
  // Loads Stripe ahead of time. Confirming tries again and handles a failure.
  useEffect(() => void loadStripe(publishableKey).catch(() => undefined), [publishableKey]);

  useImperativeHandle(entry, () => ({
    check: () => [],
    focus: () => undefined,
    confirm: async (kind, clientSecret) => {
      const stripe = await loadStripe(publishableKey).catch(() => null);
      return stripe ? confirmAtStripe(stripe, kind, clientSecret, cardId) : UNREACHABLE;
    },
  }));
  return null;
}

/** Uses the typed card, or a saved card by its id. Stripe accepts only cards of the payer's own customer. */
async function confirmAtStripe(
  stripe: Stripe,
  kind: IntentKind,
  clientSecret: string,
  card: string | { card: StripeCardElement },
): Promise<CardResult> {
  if (kind === "setup") {
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: card });
    return error ? resultOfError(error) : resultOf(setupIntent.status);
  }
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, { payment_method: card });
  return error ? resultOfError(error) : resultOf(paymentIntent.status);
}

function resultOf(status: string): CardResult {
  if (status === "succeeded" || status === "requires_capture") return { status: "succeeded" };
  return status === "processing" ? { status: "processing" } : { status: "declined", message: DECLINED };
}

function resultOfError({ type, message }: StripeError): CardResult {
  if (type === "card_error" || type === "validation_error" || type === "invalid_request_error") {
    return { status: "declined", message: message ?? DECLINED };
  }
  return UNREACHABLE;
}
