import { useEffect } from "react";
import { AvailabilityCalendar } from "../../../components/rental/availability-calendar.tsx";
import type { Rental } from "../../../components/rental/use-rental.ts";
import { Modal } from "../../../components/ui/modal.tsx";
import { useMediaQuery } from "../../../lib/browser/viewport.ts";
import { PriceHeadline } from "./price-card.tsx";
import { RentalForm } from "./rental-form.tsx";

const CALENDAR_ID = "sheet-calendar";

type Props = { rental: Rental; onClose: () => void };

/** The price card and the calendar in a sheet. */
export function RentalSheet({ rental, onClose }: Props) {
  // Wide screens show the price card instead, so the sheet closes.
  const hasCard = useMediaQuery("(min-width: 1024px)");
  useEffect(() => {
    if (hasCard) onClose();
  }, [hasCard, onClose]);

  return (
    <Modal
      title="Your rental"
      onClose={onClose}
      className="mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-full animate-[rise_320ms] rounded-t-sheet sm:my-auto sm:max-w-lg sm:rounded-sheet"
    >
      <div className="overflow-y-auto overscroll-contain px-5 pb-6">
        <PriceHeadline item={rental.item} />
        <section id={CALENDAR_ID} aria-label="Dates" tabIndex={-1} className="mt-4 scroll-mt-4 outline-none">
          <AvailabilityCalendar rental={rental} isInSheet />
        </section>
        <div className="mt-4">
          <RentalForm rental={rental} onChooseDates={() => document.getElementById(CALENDAR_ID)?.focus()} />
        </div>
      </div>
    </Modal>
  );
}
