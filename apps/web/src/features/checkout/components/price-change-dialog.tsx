import { Button } from "../../../components/ui/button.tsx";
import { Modal } from "../../../components/ui/modal.tsx";
import { changeTitle, type Discrepancy, discrepanciesOf, type PriceChange } from "../price-change.ts";

type Props = { change: PriceChange; confirmLabel: string; onConfirm: () => void; onClose: () => void };

/** Nothing is paid that was not agreed to. */
export function PriceChangeDialog({ change, confirmLabel, onConfirm, onClose }: Props) {
  const differences = discrepanciesOf(change);
  return (
    <Modal
      title={changeTitle(differences)}
      onClose={onClose}
      className="mx-auto mt-auto mb-0 w-full max-w-full animate-[rise_320ms] rounded-t-sheet sm:my-auto sm:max-w-md sm:rounded-sheet"
    >
      <div className="overflow-y-auto px-5 pb-5">
        <p className="text-pretty text-muted">Nothing was charged.</p>
        {differences.map((difference) => (
          <BeforeAndNow key={difference.title} {...difference} isNamed={differences.length > 1} />
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

function BeforeAndNow({ title, words, before, after, isNamed }: Discrepancy & { isNamed: boolean }) {
  return (
    <div className="mt-4">
      {isNamed && <h3 className="font-semibold">{title}</h3>}
      <p className="text-pretty text-muted">{words}</p>
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
