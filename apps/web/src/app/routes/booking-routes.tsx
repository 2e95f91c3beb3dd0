import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { BookingConditionView } from "@nexby/contract/bookings/condition";
import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { PICKUP_PHASE } from "@nexby/domain/condition/condition-reports";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "wouter";
import { PageHeading } from "../../components/layout/page-heading.tsx";
import { BUTTON_STYLE } from "../../components/ui/button.tsx";
import { LazyPart, SkeletonBar } from "../../components/ui/loading.tsx";
import { ErrorCard } from "../../components/ui/message-card.tsx";
import { getBooking as bookingQuery } from "../../features/bookings/api.ts";
import { isInDispute } from "../../features/bookings/copy/problems/disagreement.ts";
import { BookingPage, BookingSkeleton } from "../../features/bookings/screens/booking-page.tsx";
import { MyBookings } from "../../features/bookings/screens/my-bookings.tsx";
import { RequestInbox } from "../../features/bookings/screens/request-inbox.tsx";
import { getCondition } from "../../features/condition/api.ts";
import type { ReportRequest } from "../../features/condition/components/condition-section.tsx";
import { isReceiptPhotoMissing } from "../../features/condition/condition-facts.ts";
import { OwnListingCount } from "../../features/my-listings/screens/own-listings.tsx";
import { ApiError } from "../../lib/api/errors.ts";
import { usePageTitle } from "../../lib/browser/document.ts";
import { withQuery } from "../../lib/paths.ts";
import { PersonalPage, SignedInOnly } from "../guards.tsx";
import { NotFoundMessage } from "../not-found-message.tsx";

export function BookingRoute() {
  const { bookingId = "" } = useParams<{ bookingId: string }>();
  return <SignedInOnly>{() => <OneBooking bookingId={bookingId} />}</SignedInOnly>;
}

function OneBooking({ bookingId }: { bookingId: string }) {
  const { data: booking, error, refetch } = useQuery(bookingQuery(bookingId));
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400);
  usePageTitle(booking ? `Booking: ${booking.item.title}` : isUnknown ? "Booking not found" : "Booking");

  if (!booking && isUnknown) {
    return (
      <NotFoundMessage
        title="Booking not found"
        text="Check the link, and make sure you’re signed in to the right account."
      />
    );
  }
  return (
    <div className="page-width max-w-6xl pt-3 md:pt-5">
      <Link
        href={withQuery("/my-bookings", { as: booking?.role === "owner" ? "owner" : null })}
        className="-ml-2 mb-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-medium text-muted hover:text-ink"
      >
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden="true" />
        My bookings
      </Link>
      {booking && <BookingWithCondition booking={booking} />}
      {!booking && error && (
        <ErrorCard
          heading={(text) => <PageHeading className="mt-5 text-2xl">{text}</PageHeading>}
          onRetry={() => void refetch()}
        />
      )}
      {!booking && !error && <BookingSkeleton />}
    </div>
  );
}

const loadCondition = () =>
  import("../../features/condition/components/condition-section.tsx").then((module) => module.ConditionSection);

const loadReviews = () =>
  import("../../features/reviews/components/booking-reviews.tsx").then((module) => module.BookingReviews);

/** From the return on, both people can review the rental. */
const WITH_REVIEWS: ReadonlySet<BookingStatus> = new Set(["return_submitted", "damaged_admin_review", "closed"]);

/** Before the handoff is planned, nobody can report anything. */
const WITHOUT_REPORTS: ReadonlySet<BookingStatus> = new Set(["pending", "approved", "declined", "expired"]);

const REPORT_FIRST = "First report the condition with at least one photo. Then confirm that you have it.";

/** The condition reports, and the way to them where a receipt needs a photo first. */
function BookingWithCondition({ booking }: { booking: BookingDetailView }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState<ReportRequest | null>(null);
  const { id, role, status, item } = booking;
  const needsPhoto = (action: string | undefined, condition: BookingConditionView | undefined) =>
    action === "hand_over" && condition !== undefined && role === "renter" && isReceiptPhotoMissing(condition, role);
  const askForPhoto = (reason: string, action: string | undefined) => {
    if (!needsPhoto(action, client.getQueryData(getCondition(id).queryKey))) return false;
    setAsked({ phase: PICKUP_PHASE, reason });
    return true;
  };
  /** The receipt needs a photo, so the report comes first. Once it is sent, only the receipt is left to confirm. */
  const reportFirst = async (action: string, open: () => void) => {
    if (action !== "hand_over" || role !== "renter" || item.isFoodTruck) return open();
    const condition = await client.ensureQueryData(getCondition(id)).catch(() => undefined);
    if (!needsPhoto(action, condition)) return open();
    setAsked({ phase: PICKUP_PHASE, reason: REPORT_FIRST, onSent: open });
  };

  return (
    <BookingPage
      booking={booking}
      onRefused={askForPhoto}
      onBefore={(action, open) => void reportFirst(action, open)}
      reviews={WITH_REVIEWS.has(status) && <LazyPart load={loadReviews} props={{ booking }} />}
      condition={
        !WITHOUT_REPORTS.has(status) && (
          <LazyPart
            load={loadCondition}
            props={{ booking, isStopped: isInDispute(booking), asked, onAsk: setAsked }}
            fallback={<SkeletonBar shape="card" className="h-40" />}
          />
        )
      }
    />
  );
}

export function MyBookingsRoute() {
  return (
    <PersonalPage title="My bookings" text="Items you’re renting and items you’re renting out.">
      {() => <MyBookings />}
    </PersonalPage>
  );
}

export function BookingRequestsRoute() {
  return (
    <PersonalPage
      title="Booking requests"
      text="Requests for your items, soonest deadline first."
      action={
        <Link href="/my-bookings?as=owner" className={BUTTON_STYLE.outline}>
          All bookings
        </Link>
      }
    >
      {() => <RequestInbox listingCount={<OwnListingCount />} />}
    </PersonalPage>
  );
}
