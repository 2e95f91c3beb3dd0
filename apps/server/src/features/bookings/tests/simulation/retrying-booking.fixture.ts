import * as actsContract from "@nexby/contract/bookings/booking-commands";
import type * as contract from "@nexby/contract/bookings/bookings";
import * as checkoutContract from "@nexby/contract/bookings/checkout";
import { type QuoteView, quoteItem } from "@nexby/contract/bookings/quotes";
import type { Endpoint } from "@nexby/contract/endpoint";
import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { newId } from "../../../../platform/ids.ts";
import type { KilledServers } from "../../../../testing/bookings/killed-servers.ts";
import { send } from "../../../../testing/call.ts";
import type { Member } from "../../../../testing/people/members.ts";

/** Kinds of bookings and their final status. */
export const KINDS = {
  full: "closed",
  claimed: "closed",
  canceled: "canceled",
  declined: "declined",
  unanswered: "expired",
  unpaid: "expired",
} as const satisfies Record<string, BookingStatus>;
export type Kind = keyof typeof KINDS;

type RenterAndOwner = { renter: Member; owner: Member; admin: Member };
type Place = { servers: KilledServers; publishableKey: string };
type Days = { itemId: string; startDate: string; endDate: string };

const VISA = "pm_card_visa";

/** One booking whose renter and owner retry every request until a server answers. */
export class RetryingBooking {
  readonly kind: Kind;
  bookingId = "";
  /** Whether the renter saw the payment as authorized. */
  isPaid = false;
  readonly #place: Place;
  readonly #parties: RenterAndOwner;

  constructor(kind: Kind, place: Place, parties: RenterAndOwner) {
    this.kind = kind;
    this.#place = place;
    this.#parties = parties;
  }

  async #ask<T>(as: Member, endpoint: Endpoint, params: Record<string, string>, body?: unknown): Promise<T | null> {
    const input = { params, headers: as.headers, ...(body !== undefined && { body }) };
    const response = await this.#place.servers.ask((origin) => send(origin, endpoint, input));
    const answer = (await response.json()) as T;
    // An earlier try whose response was lost has already done it.
    if (response.status === 409 || response.status === 404) return null;
    if (!response.ok) throw new Error(`${endpoint.path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  }

  #act = (as: Member, endpoint: Endpoint, body: object = {}) =>
    this.#ask(as, endpoint, { bookingId: this.bookingId }, body);

  async begin(days: Days): Promise<void> {
    const { renter, owner } = this.#parties;
    const { itemId, ...choice } = days;
    const quote = await this.#ask<QuoteView>(renter, quoteItem, { itemId }, choice);
    const consent = { termsVersion: 1, acceptsTerms: true, acceptsLaterCharges: true };
    const { totalCents, depositCents, policy } = quote?.price ?? {};
    const body = { ...days, ...consent, attemptId: newId(), totalCents, depositCents, policy };
    const begun = await this.#ask<checkoutContract.ReservationView>(renter, checkoutContract.startCheckout, {}, body);
    this.bookingId = begun?.bookingId ?? "";
    if (this.kind === "unpaid") return;
    const { bookingId } = this;
    const opened = await this.#ask<checkoutContract.CheckoutView>(
      renter,
      checkoutContract.payBooking,
      { bookingId },
      {},
    );
    await this.#pay(opened?.payment?.clientSecret ?? "");
    if (this.kind === "unanswered") return;
    if (this.kind === "declined") {
      await this.#act(owner, actsContract.declineBooking, { reason: "It broke" });
      return;
    }
    await this.#act(owner, actsContract.approveBooking);
    await this.#act(owner, actsContract.confirmPickupTime);
  }

  async #pay(clientSecret: string): Promise<void> {
    const [intent = ""] = clientSecret.split("_secret_");
    const form = { client_secret: clientSecret, payment_method: VISA };
    const headers = { authorization: `Bearer ${this.#place.publishableKey}` };
    await this.#place.servers.ask((origin) =>
      fetch(`${origin}/sandbox/v1/payment_intents/${intent}/confirm`, {
        method: "POST",
        headers,
        body: new URLSearchParams(form),
      }),
    );
    const paid = await this.#ask<contract.BookingDetailView>(
      this.#parties.renter,
      checkoutContract.syncBookingPayment,
      {
        bookingId: this.bookingId,
      },
    );
    this.isPaid = paid?.paymentStatus === "authorized" || paid?.paymentStatus === "captured";
  }

  /** At the start, when the rental is captured and the deposit held. */
  async markHandedOver(): Promise<void> {
    const { renter, owner } = this.#parties;
    if (this.kind === "canceled") {
      const preview = await this.#ask<actsContract.CancellationView>(owner, actsContract.previewCancellation, {
        bookingId: this.bookingId,
      });
      if (preview) await this.#act(owner, actsContract.cancelBooking, { refundCents: preview.refundCents });
      return;
    }
    if (this.kind === "full" || this.kind === "claimed") await this.#act(renter, actsContract.markHandedOver);
  }

  async giveBack(): Promise<void> {
    const { renter, owner, admin } = this.#parties;
    if (KINDS[this.kind] !== "closed") return;
    await this.#act(renter, actsContract.markReturned);
    if (this.kind === "full") {
      await this.#act(owner, actsContract.confirmReturn);
      return;
    }
    await this.#act(owner, actsContract.claimDamage, { amountCents: 2_000, notes: "A scratch" });
    await this.#act(admin, actsContract.resolveDamageClaim, { damageCents: 1_500, notes: "As on the photos" });
  }
}
