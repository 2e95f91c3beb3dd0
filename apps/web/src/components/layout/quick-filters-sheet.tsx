import { SlidersHorizontal } from "lucide-react";
import { useMobileOnly } from "../../lib/browser/viewport.ts";
import { filtersRequest } from "../../lib/search-url.ts";
import { BUTTON_STYLE } from "../ui/button.tsx";
import { MessageCard } from "../ui/message-card.tsx";
import { Modal } from "../ui/modal.tsx";

export function QuickFiltersSheet({ onClose }: { onClose: () => void }) {
  useMobileOnly(onClose);

  return (
    <Modal
      title="Quick Filters"
      onClose={onClose}
      className="mt-auto mb-0 h-[80vh] w-full max-w-full animate-[rise_320ms_cubic-bezier(0.2,0.8,0.2,1)] rounded-t-sheet"
    >
      <div className="grid flex-1 content-center overflow-y-auto">
        <MessageCard
          picture={
            <span className="grid size-16 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
              <SlidersHorizontal size={28} strokeWidth={1.75} aria-hidden="true" />
            </span>
          }
          text="Use the browse sidebar for detailed filters. Quick filters for price range, categories and availability are coming soon."
        >
          <button
            type="button"
            className={BUTTON_STYLE.primary}
            onClick={() => {
              onClose();
              filtersRequest.set("all");
            }}
          >
            All filters
          </button>
          <button type="button" className={BUTTON_STYLE.outline} onClick={onClose}>
            Back to items
          </button>
        </MessageCard>
      </div>
    </Modal>
  );
}
