import { CircleAlert, RotateCcw } from "lucide-react";
import { BUTTON_STYLE } from "../ui/button-style.ts";
import type { Pending } from "./photo-list.ts";

/** Below a photo that is not there: why, and another try where that may help. */
export function TileFailure({ entry, onRetry }: { entry: Pending; onRetry: () => void }) {
  return (
    <div className="grid gap-2 px-3 pt-2 text-sm">
      <p className="flex gap-1.5 font-medium text-danger">
        <CircleAlert size={16} strokeWidth={2} aria-hidden="true" className="mt-0.5 shrink-0" />
        {entry.problem}
      </p>
      {entry.canRetry && (
        <button type="button" onClick={onRetry} className={`${BUTTON_STYLE.outline} px-3 text-sm`}>
          <RotateCcw size={16} strokeWidth={1.75} aria-hidden="true" />
          Try again
        </button>
      )}
    </div>
  );
}
