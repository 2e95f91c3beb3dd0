import { decideFraudReview } from "@nexby/contract/admin/fraud";
import * as commandsContract from "@nexby/contract/bookings/booking-commands";
import { type BookingDetailView, getBooking } from "@nexby/contract/bookings/bookings";
import * as checkoutContract from "@nexby/contract/bookings/checkout";
import type { ExtensionOptionsView } from "@nexby/contract/bookings/extensions";
import * as extensionsContract from "@nexby/contract/bookings/extensions";
import type { Endpoint } from "@nexby/contract/endpoint";
import type { BookingAction } from "@nexby/domain/bookings/actions";
import { lastDecisionAt } from "@nexby/domain/bookings/deadlines";
import { isNoShowToDecide, NO_SHOWS } from "@nexby/domain/bookings/snapshot";
import { STAGE_OF_PHASE } from "@nexby/domain/condition/condition-reports";
import { eq } from "drizzle-orm";
import { readClock } from "../../../../platform/clock.ts";
import { newId } from "../../../../platform/ids.ts";
import type { Booking } from "../../../../schema/bookings.ts";
import { fraudAnalyses } from "../../../../schema/fraud.ts";
import { DAMAGE, sendPhoto, sendReport } from "../../../../testing/bookings/condition-reports.ts";
import type { SeededNumbers } from "../../../../testing/bookings/seeded-numbers.ts";
import type { Owner, Person, SimulatedMarketplace } from "../../../../testing/bookings/simulated-marketplace.ts";
import { browserOf } from "../../../../testing/bookings/test-payments.ts";
import { digitsShown } from "../rentals.fixture.ts";
import type { Behavior, Role, Share } from "./behavior.fixture.ts";

export type RenterAndOwner = { renter: Person; owner: Owner };

type PaidKind = "rental" | "deposit" | "extension" | "late_fee" | "damage";

type SimpleAction = Exclude<
  BookingAction,
  "pay" | "pay_deposit" | "pay_extension" | "pay_late_fee" | "pay_damage" | "cancel" | "use_code" | "extend"
>;

const ENDPOINTS: Record<SimpleAction, Endpoint> = {
  approve: commandsContract.approveBooking,
  decline: commandsContract.declineBooking,
  propose_pickup: commandsContract.proposeTime,
  confirm_pickup: commandsContract.confirmTime,
  keep_pickup: commandsContract.keepTime,
  propose_return: commandsContract.proposeTime,
  confirm_return: commandsContract.confirmTime,
  keep_return: commandsContract.keepTime,
  hand_over: commandsContract.markHandedOver,
  object_to_handover: commandsContract.disputeHandoff,
  approve_extension: extensionsContract.approveExtension,
  decline_extension: extensionsContract.declineExtension,
  withdraw_extension: extensionsContract.withdrawExtension,
  submit_return: commandsContract.markReturned,
  close: commandsContract.confirmReturn,
  claim_damage: commandsContract.claimDamage,
  confirm_units: commandsContract.confirmUnits,
  name_loss: commandsContract.nameLoss,
  agree_to_claim: commandsContract.agreeToClaim,
  contest_claim: commandsContract.contestClaim,
  report_no_show: commandsContract.reportNoShow,
  contest_no_show: commandsContract.contestNoShow,
  contest_late_fee: commandsContract.contestLateFee,
  waive_late_fee: commandsContract.waiveLateFee,
  decide_late_fee: commandsContract.decideLateFee,
  uphold_handoff: commandsContract.upholdHandoff,
  reject_handoff: commandsContract.rejectHandoff,
  retry_deposit: commandsContract.retryDeposit,
  give_up_deposit: commandsContract.giveUpDeposit,
  mark_available: commandsContract.markUnitAvailable,
  resolve: commandsContract.resolveDamageClaim,
};

/** Less can be charged to no card and no deposit. */
const TOO_SMALL_CENTS = 40;

/** The provider may be unavailable. */
const UNAVAILABLE = 503;

/**
 * An allowed action may still be rejected: another renter has the units, a disputed deposit can't be paid out, no time
 * is left between pickup and return, or one of the few owners proposes times or enters codes too often within an hour.
 * A day chosen for an extension may be taken by the time it is requested.
 */
const isExpectedRejection = (action: BookingAction | undefined, code: string): boolean =>
  (action === "approve" && code === "units_unavailable") ||
  (action === "resolve" && code === "validation_failed") ||
  (action === "use_code" && code === "too_many_requests") ||
  (action === "extend" && ["units_unavailable", "not_bookable", "too_many_requests"].includes(code)) ||
  (action?.startsWith("propose_") === true && ["validation_failed", "too_many_requests"].includes(code));

/** What people report before these actions. */
const REPORTS: Record<string, { phase: "check_out" } | typeof DAMAGE> = {
  "renter hand_over": { phase: "check_out" },
  "owner claim_damage": DAMAGE,
};

const kindOf = (action: BookingAction) => (action.endsWith("_return") ? "return" : "pickup");

/** Actions of renters, owners and admins over HTTP, and of banks at the card sandbox. */
export class SimulatedActions {
  readonly #market: SimulatedMarketplace;
  readonly #random: SeededNumbers;
  readonly #people: RenterAndOwner;
  readonly #behavior: Behavior;
  readonly #browser: ReturnType<typeof browserOf>;

  constructor(market: SimulatedMarketplace, random: SeededNumbers, people: RenterAndOwner, behavior: Behavior) {
    this.#market = market;
    this.#random = random;
    this.#people = people;
    this.#behavior = behavior;
    this.#browser = browserOf(market.sandbox);
  }

  #as = (role: Role): Person => (role === "admin" ? this.#market.admin : this.#people[role]);

  /** Takes an allowed action and throws if it is rejected. */
  async act(booking: Booking, role: Role, action: BookingAction, card: string): Promise<void> {
    const { status, code, body } = await this.attempt(booking, role, action, card);
    if (status !== 200 && status !== UNAVAILABLE && !isExpectedRejection(action, code)) {
      throw new Error(
        `${action} was offered to the ${role} of ${booking.id} and answered ${code} ${JSON.stringify(body)}`,
      );
    }
  }

  async attempt(booking: Booking, role: Role, action: BookingAction, card: string, isOffered = true) {
    const params = { bookingId: booking.id };
    const person = this.#as(role);
    if (action === "pay") return this.pay(booking.id, "rental", card, person);
    if (action === "pay_deposit") return this.pay(booking.id, "deposit", card, person);
    if (action === "pay_extension") return this.pay(booking.id, "extension", card, person);
    if (action === "pay_late_fee") return this.pay(booking.id, "late_fee", card, person);
    if (action === "pay_damage") return this.pay(booking.id, "damage", card, person);
    if (action === "propose_pickup" || action === "propose_return") return this.#proposeTime(booking, person, action);
    if (action === "submit_return" || action === "confirm_units") return this.#returnUnits(booking, person, action);
    if (action === "use_code") return this.#enterCode(booking, role);
    if (action === "extend") return this.#extend(booking, person, card);
    if (action.endsWith("_extension")) return this.#decideExtension(booking, person, action as SimpleAction);
    // An item that never came back can't be photographed.
    const report = booking.status === "in_possession" ? undefined : REPORTS[`${role} ${action}`];
    let photoIds: string[] = [];
    if (report) {
      photoIds = await this.#report(booking, person, report);
      // Reporting also runs the steps that are due, which may leave nothing to do.
      const shown = await this.#market.ask(person, getBooking, params);
      const isGone = shown.status === 200 && !(shown.body as BookingDetailView).allowedActions.includes(action);
      if (isOffered && isGone) return shown;
    }
    if (action !== "cancel") {
      const body = this.#bodyOf(action, booking, role, photoIds);
      const response = await this.#market.ask(person, ENDPOINTS[action], params, body);
      if (response.status === 200) this.#remember(booking, action, body);
      return response;
    }
    const as = role === "admin" && isNoShowToDecide(booking) ? this.#random.pick([null, ...NO_SHOWS]) : null;
    const decision = as && { as };
    const preview = await this.#market.ask(
      person,
      commandsContract.previewCancellation,
      params,
      undefined,
      decision ?? {},
    );
    if (preview.status !== 200) return preview;
    const { refundCents, keptCents, isCharged } = preview.body as commandsContract.CancellationView;
    const response = await this.#market.ask(person, commandsContract.cancelBooking, params, {
      refundCents,
      ...decision,
    });
    if (response.status === 200) this.#market.shownAsKept.set(booking.id, { keptCents, isCharged });
    return response;
  }

  /** Keeps the amounts of accepted decisions, from which the settlement is recomputed at the end. */
  #remember({ id }: Booking, action: SimpleAction, body: { amountCents?: number; damageCents?: number }): void {
    const agreement = this.#market.agreements.get(id);
    if (!agreement) return;
    const { amountCents = 0, damageCents = 0 } = body;
    if (action === "waive_late_fee") agreement.feeDecisions.push({ waivedCents: amountCents });
    if (action === "decide_late_fee") agreement.feeDecisions.push({ keptCents: amountCents });
    if (action === "resolve") agreement.damageCents = damageCents;
  }

  /** Reports the condition like a browser. Where that isn't possible now, the action itself is refused too. */
  async #report({ id: bookingId }: Booking, person: Person, report: (typeof REPORTS)[string]): Promise<string[]> {
    const photoId = newId();
    const { origin } = this.#market;
    const photo = await sendPhoto(origin, person, { bookingId, photoId, stage: STAGE_OF_PHASE[report.phase] });
    await photo.body?.cancel();
    if (photo.status !== 201) return [];
    const answer = await sendReport(origin, person, { bookingId, photoIds: [photoId], ...report });
    await answer.body?.cancel();
    return [photoId];
  }

  #bodyOf(
    action: SimpleAction,
    { depositCents, depositStatus, claimCents, exchangeType, lateFeeCents, priceBreakdown, ...booking }: Booking,
    role: Role,
    photoIds: readonly string[],
  ): object {
    const reason = "As agreed on the phone";
    const byCardCents = priceBreakdown.damageLimitCents ?? 0;
    // The hold may have expired while no worker ran.
    const { loss } = priceBreakdown;
    const { rentalStatus, quantity } = booking;
    const namedCents = rentalStatus === "lost" && loss?.isNamedByOwner ? loss.valueCents : 0;
    const limitCents = Math.max(depositStatus === "unsecured" ? 0 : depositCents, byCardCents, namedCents);
    const maxCents = Math.min(limitCents, claimCents ?? 0);
    if (action === "claim_damage") {
      const damageCents = Math.max(depositCents, byCardCents);
      const damageType = photoIds.length > 0 && damageCents > 0 ? "broken" : "lost";
      // One lost unit is within the limit, however many are lost.
      const lostCents = Math.floor((loss?.valueCents ?? damageCents) / quantity);
      const amountCents = this.#random.upTo(damageType === "broken" ? damageCents : lostCents);
      return { damageType, severity: "medium", amountCents, notes: reason, photoIds };
    }
    if (action === "name_loss") return { amountCents: this.#random.between(50, loss?.valueCents ?? 50), notes: reason };
    const { claimShare, waivedShare, keptShare } = this.#behavior;
    if (action === "resolve") return { damageCents: this.#shareOf(maxCents, claimShare), notes: reason };
    if (action === "report_no_show" && role === "owner" && exchangeType === "delivery")
      return { isDeliveryAttempted: this.#random.isHit(0.5) };
    if (/^(confirm|keep)_(pickup|return)$/.test(action)) return { kind: kindOf(action) };
    if (action === "waive_late_fee") return { amountCents: this.#shareOf(lateFeeCents, waivedShare), reason };
    if (action === "decide_late_fee") return { amountCents: this.#shareOf(lateFeeCents, keptShare), reason };
    if (["uphold_handoff", "reject_handoff", "retry_deposit", "give_up_deposit"].includes(action)) return { reason };
    if (["decline", "object_to_handover", "contest_no_show", "contest_late_fee", "contest_claim"].includes(action))
      return { reason };
    return {};
  }

  #shareOf(cents: number, share: Share): number {
    if (share === "most") return cents - Math.min(TOO_SMALL_CENTS, cents - 1);
    if (share === "part" && cents > 1) return this.#random.upTo(cents - 1);
    return share === "nothing" ? 0 : cents;
  }

  /** Brings back some or all of the units still out, or confirms what the renter brought back. */
  async #returnUnits({ id: bookingId }: Booking, person: Person, action: "submit_return" | "confirm_units") {
    const shown = await this.#market.ask(person, getBooking, { bookingId });
    if (shown.status !== 200) return shown;
    const { unitsOut, returns } = shown.body as BookingDetailView;
    const returnId =
      returns.find(({ byRole, confirmedAt }) => byRole === "renter" && confirmedAt === null)?.id ?? newId();
    const isPart = this.#random.isHit(0.4) && (shown.body as BookingDetailView).status === "in_possession";
    const units = isPart ? this.#random.between(1, Math.max(1, unitsOut)) : unitsOut;
    const body = action === "confirm_units" ? { returnId } : unitsOut > 1 ? { units, unitsOut } : {};
    return this.#market.ask(person, ENDPOINTS[action], { bookingId }, body);
  }

  /** Proposes like a browser: one of the suggested times, or the last one possible. */
  async #proposeTime({ id: bookingId }: Booking, person: Person, action: "propose_pickup" | "propose_return") {
    const shown = await this.#market.ask(person, getBooking, { bookingId });
    if (shown.status !== 200) return shown;
    const kind = kindOf(action);
    const plan = (shown.body as BookingDetailView).plannedTimes.find((time) => time.kind === kind);
    const last = { date: plan?.days.to ?? "2026-01-01", time: plan?.ownerHours.to ?? "12:00" };
    const { date, time } = plan?.suggestions.length ? this.#random.pick(plan.suggestions) : last;
    const body = { kind, date, time, proposalId: plan?.proposal?.id ?? null };
    return this.#market.ask(person, commandsContract.proposeTime, { bookingId }, body);
  }

  /** Enters the code that the other person's phone shows. */
  async #enterCode({ id: bookingId }: Booking, role: Role) {
    const other = this.#as(role === "renter" ? "owner" : "renter");
    const shown = await this.#market.ask(other, commandsContract.showHandoffCode, { bookingId });
    if (shown.status !== 200) return shown;
    const { kind, key } = shown.body as commandsContract.HandoffCodeView;
    const body = { kind, code: digitsShown(key) };
    return this.#market.ask(this.#as(role), commandsContract.enterHandoffCode, { bookingId }, body);
  }

  /** Extends like a browser: chooses one of the offered days, confirms the card, and usually refreshes the booking. */
  async #extend(booking: Booking, person: Person, card: string) {
    const { id: bookingId } = booking;
    const { leavesUnpaid, withdraws, disputesMeanwhile } = this.#behavior;
    const shown = await this.#market.ask(person, extensionsContract.getExtensionOptions, { bookingId });
    const { options } = shown.body as ExtensionOptionsView;
    if (shown.status !== 200 || options.length === 0) return shown;
    const { endDate, price } = this.#random.pick(options.slice(0, 6));
    const body = { endDate, totalCents: price.totalCents };
    const held = await this.#market.ask(person, extensionsContract.requestExtension, { bookingId }, body);
    if (held.status !== 200) return held;
    if (leavesUnpaid) return withdraws ? this.#decideExtension(booking, person, "withdraw_extension") : held;
    const paid = await this.pay(bookingId, "extension", card, person);
    const [charge] = disputesMeanwhile ? await this.#market.disputableCharges(bookingId) : [];
    if (charge) await this.#market.sandbox.control(`charges/${charge}/dispute`);
    return paid;
  }

  async #decideExtension({ id: bookingId }: Booking, person: Person, action: SimpleAction) {
    const shown = await this.#market.ask(person, getBooking, { bookingId });
    if (shown.status !== 200) return shown;
    const open = (shown.body as BookingDetailView).extensions.find(({ decidedAt }) => decidedAt === null);
    const body = { extensionId: open?.id ?? newId(), reason: "I need it myself" };
    return this.#market.ask(person, ENDPOINTS[action], { bookingId }, body);
  }

  /** Pays like a browser: opens the payment, confirms the card, and usually refreshes the booking. */
  async pay(bookingId: string, kind: PaidKind, card: string, person: Person) {
    const opened = await this.#market.ask(person, checkoutContract.payBooking, { bookingId }, { kind });
    if (opened.status !== 200) return opened;
    await this.confirm((opened.body as checkoutContract.CheckoutView).payment?.clientSecret ?? null, card);
    return this.refresh(bookingId, person);
  }

  async confirm(clientSecret: string | null, card: string): Promise<void> {
    if (clientSecret === null) return;
    // After a broken connection the browser does not know whether the payment went through.
    const response = await this.#browser.confirm(clientSecret, card).catch(() => null);
    const { status } = ((await response?.json()) ?? {}) as { status?: string };
    const { keepsCard } = this.#behavior;
    if (status !== "requires_action" || (!keepsCard && this.#random.isHit(0.2))) return;
    const outcome = keepsCard || this.#random.isHit(0.8) ? "complete" : "fail";
    const { origin } = this.#market.sandbox.sandbox;
    await fetch(`${origin}/sandbox/challenge/${clientSecret}`, {
      method: "POST",
      body: new URLSearchParams({ outcome }),
    });
  }

  async refresh(bookingId: string, person: Person) {
    if (this.#random.isHit(0.3)) return { status: 200, code: "", body: null };
    return this.#market.ask(person, checkoutContract.syncBookingPayment, { bookingId });
  }

  async decideAboutFraud({ id, startAt }: Booking): Promise<void> {
    const [analysis] = await this.#market.db.select().from(fraudAnalyses).where(eq(fraudAnalyses.bookingId, id));
    // After the renter was asked for more information, an admin decides.
    const { reviews } = this.#behavior;
    const decision = reviews === "request_info" && this.#random.isHit(0.5) ? "approve" : reviews;
    const params = { analysisId: analysis?.id ?? "" };
    const body = { decision, notes: "Looked at it" };
    const { status, code } = await this.#market.ask(this.#market.admin, decideFraudReview, params, body);
    // Already requested, or too late for anything but a decline while no worker ran.
    const isTooLate = (await readClock(this.#market.db)) >= lastDecisionAt(startAt);
    const canBeRefused = decision === "request_info" || (decision === "approve" && isTooLate);
    if (status !== 200 && !(canBeRefused && code === "action_not_allowed")) {
      throw new Error(`The review of ${id} answered ${code} to ${decision}`);
    }
  }

  /** Takes two actions concurrently; one of them may be rejected with a conflict. */
  async atOnce(booking: Booking, actions: readonly (readonly [Role, BookingAction])[], card: string): Promise<void> {
    const responses = await Promise.all(actions.map(([role, action]) => this.attempt(booking, role, action, card)));
    for (const [index, { status, code }] of responses.entries()) {
      const action = actions[index]?.[1];
      // The first of two waivers may leave less than the second is about.
      const isReduced = action?.endsWith("_late_fee") === true && code === "validation_failed";
      const isRejected = status === 409 || status === 404 || isReduced || isExpectedRejection(action, code);
      if (status !== 200 && status !== UNAVAILABLE && !isRejected)
        throw new Error(`${JSON.stringify(actions)} at once answered ${status} ${code}`);
    }
  }

  /** Expects an action that is not allowed to be rejected. */
  async attemptForbidden(booking: Booking, role: Role, action: BookingAction): Promise<void> {
    const { status, code } = await this.attempt(booking, role, action, "pm_card_visa", false);
    const isRejected = status >= 400 && status < 500;
    if (!isRejected)
      throw new Error(`${action} was not offered to the ${role} of ${booking.id} and answered ${status} ${code}`);
  }
}
