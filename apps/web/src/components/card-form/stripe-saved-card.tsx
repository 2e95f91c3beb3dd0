import { loadStripe } from "@stripe/stripe-js/pure";
import { type RefCallback, useEffect, useImperativeHandle } from "react";
import { type CardEntry, UNREACHABLE } from "./card-result.ts";
import { confirmAtStripe } from "./stripe-confirmation.ts";

type Props = { publishableKey: string; cardId: string; entry: RefCallback<CardEntry> };

/** Shows nothing itself; the bank's question, if there is one, Stripe's library shows. */
export function StripeSavedCard({ publishableKey, cardId, entry }: Props) {
  // So that it is there when it is needed. Whether it could be loaded is asked again then.
  useEffect(() => void loadStripe(publishableKey).catch(() => undefined), [publishableKey]);

  useImperativeHandle(entry, () => ({
    check: () => true,
    confirm: async (kind, clientSecret) => {
      const stripe = await loadStripe(publishableKey).catch(() => null);
      return stripe ? confirmAtStripe(stripe, kind, clientSecret, cardId) : UNREACHABLE;
    },
  }));
  return null;
}
