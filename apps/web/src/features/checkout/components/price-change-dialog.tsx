import { Button } from "../../../components/ui/button.tsx";
import { Modal } from "../../../components/ui/modal.tsx";
import { changeTitle, type PriceChange, type PriceDifference, priceDifferencesOf } from "../price-change.ts";

type Props = { change: PriceChange; confirmLabel: string; onConfirm: () => void; onClose: () => void };

/** The renter must accept a changed price before anything is charged. */
export function PriceChangeDialog({ change, confirmLabel, onConfirm, onClose }: Props) {
  const differences = priceDifferencesOf(change);
  return (
    <Modal
      title={changeTitle(differences)}
      onClose={onClose}
      className="mx-auto mt-auto mb-0 w-full max-w-full animate-[rise_320ms] rounded-t-sheet sm:my-auto sm:max-w-md sm:rounded-sheet"
    >
      <div className="overflow-y-auto px-5 pb-5">
        <p className="text-pretty text-muted">Nothing was charged.</p>
        {differences.map((difference) => (
          <Comparison key={difference.title} {...difference} hasTitle={differences.length > 1} />
        ))}
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

function Comparison({ title, text, before, after, hasTitle }: PriceDifference & { hasTitle: boolean }) {
  return (
    <div className="mt-4">
      {hasTitle && <h3 className="font-semibold">{title}</h3>}
      <p className="text-pretty text-muted">{text}</p>
      <dl className="mt-3 grid grid-cols-2 gap-3 text-center tabular-nums">
        <div className="rounded-control border border-line px-3 py-3">
          <dt className="text-muted text-sm">Before</dt>
          <dd className="text-balance line-through">{before}</dd>
        </div>
        <div className="rounded-control border border-primary bg-primary-soft px-3 py-3 text-on-primary-soft">
          <dt className="text-sm">Now</dt>
          <dd className="text-balance font-bold">{after}</dd>
        </div>
      </dl>
    </div>
  );
}
