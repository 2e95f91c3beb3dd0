import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { TEXT_LINK_STYLE } from "../../components/ui/button.tsx";
import { getBooking } from "../../features/bookings/api.ts";
import { BookingChip } from "../../features/bookings/components/booking-card.tsx";
import { stepCopy } from "../../features/bookings/copy/next-step.ts";
import { Messages } from "../../features/messaging/screens/messages.tsx";
import { PersonalPage } from "../guards.tsx";

export function MessagesRoute() {
  const [search] = useSearchParams();
  return (
    <PersonalPage title="Messages" text="Conversations between renters and owners.">
      {() => (
        <Messages
          conversationId={search.get("conversation")}
          bookingId={search.get("booking")}
          itemId={search.get("item")}
          booking={(bookingId) => <BookingLine bookingId={bookingId} />}
        />
      )}
    </PersonalPage>
  );
}

/** Status and next step of the booking that a conversation is about. */
function BookingLine({ bookingId }: { bookingId: string }) {
  const { data: booking } = useQuery(getBooking(bookingId));
  if (!booking) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-line border-b px-4 py-1">
      <BookingChip booking={booking} />
      <p className="order-last min-w-0 basis-full text-pretty pb-2 text-sm md:order-none md:flex-1 md:basis-0 md:py-2">
        {stepCopy(booking)}
      </p>
      <Link href={`/my-bookings/${booking.id}`} className={`${TEXT_LINK_STYLE} ml-auto text-sm`}>
        View booking
      </Link>
    </div>
  );
}
