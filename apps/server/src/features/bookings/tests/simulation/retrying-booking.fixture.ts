import * as commandsContract from "@nexby/contract/bookings/booking-commands";
import * as contract from "@nexby/contract/bookings/bookings";
import * as checkoutContract from "@nexby/contract/bookings/checkout";
import type { ExtensionOptionsView } from "@nexby/contract/bookings/extensions";
import * as extensionsContract from "@nexby/contract/bookings/extensions";
import { type QuoteView, quoteItem } from "@nexby/contract/bookings/quotes";
import type { Endpoint } from "@nexby/contract/endpoint";
import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { STAGE_OF_PHASE } from "@nexby/domain/condition/condition-reports";
import { newId } from "../../../../platform/ids.ts";
import { CLAIM, DAMAGE, sendPhoto, sendReport } from "../../../../testing/bookings/condition-reports.ts";
import type { KilledServers } from "../../../../testing/bookings/killed-servers.ts";
import { send } from "../../../../testing/call.ts";
import { ACTIVE_TERMS_VERSION } from "../../../../testing/factories.ts";
import type { Member } from "../../../../testing/people/members.ts";

/** Kinds of bookings and their final status. */
export const KINDS = {
  full: "closed",
  claimed: "closed",
  late: "closed",
  canceled: "canceled",
  declined: "declined",
  unanswered: "expired",
  unpaid: "expired",
} as const satisfies Record<string, BookingStatus>;
export type Kind = keyof typeof KINDS;

type Members = { renter: Member; owner: Member; admin: Member };
type Environment = { servers: KilledServers; publishableKey: string };
type Days = { itemId: string; startDate: string; endDate: string };

const VISA = "pm_card_visa";
/** What the admin decides of a claim. */
export const DECISION = { damageCents: 7_500, notes: "As on the photos" };

/** A booking whose renter and owner retry every request until a server answers. */
export class RetryingBooking {
  readonly kind: Kind;
  bookingId = "";
  /** True once the renter saw the payment as authorized. */
  isPaid = false;
  readonly #environment: Environment;
  readonly #members: Members;

  constructor(kind: Kind, environment: Environment, members: Members) {
    this.kind = kind;
    this.#environment = environment;
    this.#members = members;
  }

  async #request<T>(as: Member, endpoint: Endpoint, params: Record<string, string>, body?: unknown): Promise<T | null> {
    const input = { params, headers: as.headers, ...(body !== undefined && { body }) };
    const response = await this.#environment.servers.ask((origin) => send(origin, endpoint, input));
    const data = (await response.json()) as T;
    // An earlier attempt whose response was lost has already succeeded.
    if (response.status === 409 || response.status === 404) return null;
    if (!response.ok) throw new Error(`${endpoint.path} answered ${response.status}: ${JSON.stringify(data)}`);
    return data;
  }

  #command = (as: Member, endpoint: Endpoint, body: object = {}) =>
    this.#request(as, endpoint, { bookingId: this.bookingId }, body);

  async begin(days: Days): Promise<void> {
    const { renter, owner } = this.#members;
    const { itemId, ...choice } = days;
    const quote = await this.#request<QuoteView>(renter, quoteItem, { itemId }, choice);
    const consent = { termsVersion: ACTIVE_TERMS_VERSION, acceptsTerms: true, acceptsLaterCharges: true };
    const { totalCents, depositCents, policy } = quote?.price ?? {};
    const body = { ...days, ...consent, attemptId: newId(), totalCents, depositCents, policy };
    const reservation = await this.#request<checkoutContract.ReservationView>(
      renter,
      checkoutContract.startCheckout,
      {},
      body,
    );
    this.bookingId = reservation?.bookingId ?? "";
    if (this.kind === "unpaid") return;
    const { bookingId } = this;
    const checkout = await this.#request<checkoutContract.CheckoutView>(
      renter,
      checkoutContract.payBooking,
      { bookingId },
      {},
    );
    await this.#pay(checkout?.payment?.clientSecret ?? "");
    if (this.kind === "unanswered") return;
    if (this.kind === "declined") {
      await this.#command(owner, commandsContract.declineBooking, { reason: "It broke" });
      return;
    }
    await this.#command(owner, commandsContract.approveBooking);
    await this.#command(owner, commandsContract.confirmTime);
  }

  async #pay(clientSecret: string): Promise<void> {
    const [intent = ""] = clientSecret.split("_secret_");
    const form = { client_secret: clientSecret, payment_method: VISA };
    const headers = { authorization: `Bearer ${this.#environment.publishableKey}` };
    await this.#environment.servers.ask((origin) =>
      fetch(`${origin}/sandbox/v1/payment_intents/${intent}/confirm`, {
        method: "POST",
        headers,
        body: new URLSearchParams(form),
      }),
    );
    const paid = await this.#request<contract.BookingDetailView>(
      this.#members.renter,
      checkoutContract.syncBookingPayment,
      {
        bookingId: this.bookingId,
      },
    );
    this.isPaid = paid?.paymentStatus === "authorized" || paid?.paymentStatus === "captured";
  }

  /** The same ids with every retry, so that neither photo nor report is stored twice. */
  async #report(as: Member, report: { phase: "check_out" } | typeof DAMAGE): Promise<string> {
    const { bookingId } = this;
    const { servers } = this.#environment;
    const [photoId, reportId] = [newId(), newId()];
    const photo = { bookingId, photoId, stage: STAGE_OF_PHASE[report.phase] };
    for (const send of [
      (origin: string) => sendPhoto(origin, as, photo),
      (origin: string) => sendReport(origin, as, { bookingId, reportId, photoIds: [photoId], ...report }),
    ]) {
      // One person sends few photos at once; the others are asked to wait.
      const response = await servers.ask(async (origin) => {
        const answer = await send(origin);
        return answer.status === 429 ? new Response(null, { status: 503 }) : answer;
      });
      if (!response.ok) throw new Error(`${report.phase} answered ${response.status}: ${await response.text()}`);
      await response.body?.cancel();
    }
    return photoId;
  }

  /** At the start, when the rental is captured and the deposit held. */
  async markHandedOver(): Promise<void> {
    const { renter, owner } = this.#members;
    if (this.kind === "canceled") {
      const preview = await this.#request<commandsContract.CancellationView>(
        owner,
        commandsContract.previewCancellation,
        {
          bookingId: this.bookingId,
        },
      );
      if (preview) await this.#command(owner, commandsContract.cancelBooking, { refundCents: preview.refundCents });
      return;
    }
    if (KINDS[this.kind] !== "closed") return;
    await this.#report(renter, { phase: "check_out" });
    await this.#command(renter, commandsContract.markHandedOver);
  }

  /** Full rentals are extended by a day. The same day with every retry, so that one payment is made. */
  async extend(): Promise<void> {
    const { renter, owner } = this.#members;
    if (this.kind !== "full") return;
    const { bookingId } = this;
    const shown = await this.#request<ExtensionOptionsView>(renter, extensionsContract.getExtensionOptions, {
      bookingId,
    });
    const [option] = shown?.options ?? [];
    if (!option) throw new Error(`${bookingId} can't be extended: ${JSON.stringify(shown)}`);
    const body = { endDate: option.endDate, totalCents: option.price.totalCents };
    await this.#command(renter, extensionsContract.requestExtension, body);
    const opened = await this.#request<checkoutContract.CheckoutView>(
      renter,
      checkoutContract.payBooking,
      { bookingId },
      { kind: "extension" },
    );
    await this.#pay(opened?.payment?.clientSecret ?? "");
    const requested = await this.#request<contract.BookingDetailView>(owner, contract.getBooking, { bookingId });
    const extensionId = requested?.extensions.find(({ decidedAt }) => decidedAt === null)?.id;
    if (extensionId) await this.#command(owner, extensionsContract.approveExtension, { extensionId });
  }

  /** A day or two after the end, so that a late fee is charged. */
  async returnLate(): Promise<void> {
    const { renter, owner } = this.#members;
    if (this.kind !== "late") return;
    await this.#command(renter, commandsContract.markReturned);
    await this.#command(owner, commandsContract.confirmReturn);
  }

  async returnItem(): Promise<void> {
    const { renter, owner } = this.#members;
    if (KINDS[this.kind] !== "closed" || this.kind === "late") return;
    await this.#command(renter, commandsContract.markReturned);
    if (this.kind === "full") {
      await this.#command(owner, commandsContract.confirmReturn);
      return;
    }
    // More than any deposit here, so that the card pays the rest after two days.
    const photoIds = [await this.#report(owner, DAMAGE)];
    await this.#command(owner, commandsContract.claimDamage, { ...CLAIM, amountCents: 8_000, photoIds });
  }

  async decideClaim(): Promise<void> {
    if (this.kind === "claimed")
      await this.#command(this.#members.admin, commandsContract.resolveDamageClaim, DECISION);
  }
}
