import type { BookingDetailView, ExtensionView } from "@nexby/contract/bookings/bookings";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { BUTTON_STYLE, Button } from "../../../components/ui/button.tsx";
import { LazyPart } from "../../../components/ui/loading.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { formatExactCents } from "../../../lib/format.ts";
import type { ActionContext } from "../copy/actions.ts";
import { extensionMoney, extensionState, extensionText, openExtensionText } from "../copy/extensions.ts";
import { ActionButton } from "./action-button.tsx";
import { PagePart } from "./booking-parts.tsx";

/** Loaded when it is first opened. */
const loadDialog = () => import("./extend-dialog.tsx").then((module) => module.ExtendDialog);

type Props = Pick<ActionContext, "onTooLate"> & { booking: BookingDetailView };

/** More days: the renter asks, the owner decides, and both see what became of it. */
export function Extensions({ booking, onTooLate }: Props) {
  const state = useRef<HTMLDivElement>(null);
  const open = booking.extensions.find(({ decidedAt }) => decidedAt === null);
  const past = booking.extensions.filter(({ decidedAt, requestedAt }) => decidedAt !== null && requestedAt !== null);
  const canExtend = booking.allowedActions.includes("extend") && !open;
  if (!open && past.length === 0 && !canExtend) return null;
  const context = { booking, onTooLate, onGone: () => state.current?.focus({ preventScroll: true }) };

  return (
    <PagePart title="Extension">
      {/* Live regions: the state changes when the other person acts. */}
      <div ref={state} tabIndex={-1} className="grid gap-4 outline-none empty:hidden">
        <div role="status" className="empty:hidden">
          {open && <OpenExtension extension={open} booking={booking} />}
        </div>
        {open && <OpenButtons extension={open} {...context} />}
        <div role="status" className="empty:hidden">
          {past.length > 0 && <PastExtensions extensions={past} booking={booking} />}
        </div>
      </div>
      {canExtend && <ExtendButton hasHistory={past.length > 0} {...context} />}
    </PagePart>
  );
}

type ExtensionProps = { extension: ExtensionView; booking: BookingDetailView };

function OpenExtension({ extension, booking }: ExtensionProps) {
  return (
    <div>
      <p className="font-semibold text-lg">{extensionText(extension, booking.timezone)}</p>
      <p className="tabular-nums">{extensionMoney(extension, booking)}</p>
      <p className="mt-1 text-pretty text-muted text-sm">{openExtensionText(extension, booking)}</p>
      {extension.message && (
        <blockquote className="mt-3 whitespace-pre-line break-words rounded-control bg-subtle px-3 py-2 text-sm">
          {extension.message}
        </blockquote>
      )}
    </div>
  );
}

type ButtonsProps = ActionContext & ExtensionProps;

function OpenButtons({ extension, booking, ...context }: ButtonsProps) {
  const { allowedActions } = booking;
  const wide = "max-sm:w-full";
  const button = { booking, values: { extensionId: extension.id }, className: wide, ...context };
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {allowedActions.includes("pay_extension") && (
        <Link href={`/checkout/${booking.id}`} className={`${BUTTON_STYLE.primary} ${wide}`}>
          Pay {formatExactCents(extension.price.totalCents)}
        </Link>
      )}
      {allowedActions.includes("approve_extension") && (
        <ActionButton action="approve_extension" name="Approve the extension" look="primary" {...button} />
      )}
      {allowedActions.includes("decline_extension") && (
        <ActionButton action="decline_extension" name="Decline the extension" {...button} />
      )}
      {allowedActions.includes("withdraw_extension") && <ActionButton action="withdraw_extension" {...button} />}
    </div>
  );
}

function PastExtensions({ extensions, booking }: { extensions: readonly ExtensionView[]; booking: BookingDetailView }) {
  return (
    <ul className="grid gap-3">
      {extensions.map((extension) => {
        const { label, look } = extensionState(extension);
        return (
          <li key={extension.id} className="border-line border-t pt-3 first:border-t-0 first:pt-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <p>{extensionText(extension, booking.timezone)}</p>
              <Badge look={look}>{label}</Badge>
            </div>
            {extension.declineReason && (
              <p className="mt-1 whitespace-pre-line break-words text-muted text-sm">{extension.declineReason}</p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type ExtendButtonProps = ActionContext & { booking: BookingDetailView; hasHistory: boolean };

function ExtendButton({ booking, hasHistory, ...context }: ExtendButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isRequested, setIsRequested] = useState(false);
  const open = () => {
    setIsRequested(true);
    setIsOpen(true);
  };
  const dialog = { booking, isOpen, onClose: () => setIsOpen(false), ...context };

  return (
    <>
      {!hasHistory && <p className="text-pretty text-muted">Need it longer? Check the price and ask for more days.</p>}
      <Button look="outline" className="mt-4 max-sm:w-full" onClick={open}>
        Extend rental
      </Button>
      {isRequested && <LazyPart load={loadDialog} props={dialog} />}
    </>
  );
}
