import { Button } from "../../../components/ui/button.tsx";
import { Modal } from "../../../components/ui/modal.tsx";
import { formatExactCents } from "../../../lib/money.ts";
import type { PriceChange } from "../use-agreed-price.ts";

type Props = { change: PriceChange; confirmLabel: string; onConfirm: () => void; onClose: () => void };

/** Nothing is paid that was not agreed to. */
export function PriceChangeDialog({ change: { beforeCents, afterCents }, confirmLabel, onConfirm, onClose }: Props) {
  return (
    <Modal
      title="The price has changed"
      onClose={onClose}
      className="mx-auto mt-auto mb-0 w-full max-w-full animate-[rise_320ms] rounded-t-sheet sm:my-auto sm:max-w-md sm:rounded-sheet"
    >
      <div className="overflow-y-auto px-5 pb-5">
        <p className="text-pretty text-muted">
          It is {afterCents > beforeCents ? "more" : "less"} than what you saw. Nothing was charged.
        </p>
        <dl className="mt-4 grid grid-cols-2 gap-3 text-center tabular-nums">
          <div className="rounded-control border border-line px-3 py-3">
            <dt className="text-muted text-sm">Before</dt>
            <dd className="text-lg line-through">{formatExactCents(beforeCents)}</dd>
          </div>
          <div className="rounded-control border border-primary bg-primary-soft px-3 py-3 text-on-primary-soft">
            <dt className="text-sm">Now</dt>
            <dd className="font-bold text-lg">{formatExactCents(afterCents)}</dd>
          </div>
        </dl>
        <div className="mt-6 grid grid-cols-1 gap-3 sm:flex sm:flex-row-reverse">
          <Button onClick={onConfirm}>{confirmLabel}</Button>
          <Button look="outline" onClick={onClose}>
            Not now
          </Button>
        </div>
      </div>
    </Modal>
  );
}
