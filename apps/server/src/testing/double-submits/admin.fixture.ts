import { updateAdminNotificationSetting } from "@nexby/contract/admin/notifications";
import { updatePlatformSettings } from "@nexby/contract/admin/settings";
import { createPolicyVersion } from "@nexby/contract/content/policies";
import { reportConversation } from "@nexby/contract/messaging/conversations";
import { reportReview } from "@nexby/contract/reviews/reviews";
import { analysisOf } from "../../features/fraud/tests/flagged-requests.fixture.ts";
import { newId } from "../../platform/ids.ts";
import { taxRates } from "../../schema/content.ts";
import { lateFeeRules } from "../../schema/late-fees.ts";
import { categories } from "../../schema/listings.ts";
import { createBooking, createReview } from "../bookings/booking-rows.ts";
import { call } from "../call.ts";
import { createConversation } from "../factories.ts";
import { once, type Scenarios, twice } from "./submission.ts";
import type { World } from "./world.fixture.ts";

const AUDITED = "Each look at a reported conversation is audited";

/** What admins decide and set. */
export function adminScenarios(world: World): Scenarios {
  const { database, origin, here, admin, person, goodBody, nameOf, item, requested } = world;

  const byAdmin = async (params: Record<string, string>, body?: object) => ({
    headers: (await admin()).headers,
    params,
    ...(body && { body }),
  });
  const reportedConversation = async () => {
    const [renter, owner] = [await person(), await person()];
    const conversationId = await createConversation(database().db, { renterId: renter.id, ownerId: owner.id });
    await call(origin(), reportConversation, {
      headers: owner.headers,
      params: { conversationId },
      body: { reason: "spam" },
    });
    return { conversationId };
  };
  const reportedReview = async () => {
    const [renter, owner, reader] = [await person(), await person(), await person()];
    const booking = await createBooking(database().db, { renterId: renter.id, ownerId: owner.id });
    const reviewId = await createReview(database().db, booking);
    const body = { reason: "It names my home address." };
    await call(origin(), reportReview, { headers: reader.headers, params: { reviewId }, body });
    return { reviewId };
  };
  const taxRate = async (isActive: boolean) => {
    const rateId = newId();
    const rate = { state: "OK", city: rateId, taxRate: "4.5", effectiveDate: "2020-01-01", isActive };
    await database()
      .db.insert(taxRates)
      .values({ id: rateId, ...rate });
    return { rateId };
  };
  const lateFeeRule = async (isActive: boolean) => {
    const ruleId = newId();
    await database()
      .db.insert(lateFeeRules)
      .values({ id: ruleId, name: nameOf("Bikes"), feeCents: 2_500, isActive });
    return { ruleId };
  };
  const category = async () => {
    const categoryId = newId();
    await database().db.insert(categories).values({ id: categoryId, name: categoryId, slug: categoryId, position: 16 });
    return { categoryId };
  };
  const newRule = () => ({ ...goodBody("POST /api/admin/late-fee-rules"), name: nameOf("Bikes") });
  const terms = { kind: "terms" };
  const newContent = () => ({ content: nameOf("Be kind.\n\nBring it back.") });

  return {
    approveAccount: once(async () => byAdmin({ userId: (await person({ isApproved: false })).id }, {})),
    suspendAccount: once(async () => byAdmin({ userId: (await person()).id }, { reason: "Asked for cash" })),
    reinstateAccount: once(async () =>
      byAdmin({ userId: (await person({ suspendedAt: new Date() })).id }, { reason: "A mistake of ours" }),
    ),
    decideFraudReview: once(async () => {
      const { id } = await requested(await item(), {}, "pm_card_riskLevelHighest");
      const { id: analysisId } = await analysisOf(here().money, id);
      return byAdmin({ analysisId }, { decision: "approve", notes: "Called them: fine" });
    }),
    decideOnReview: once(async () =>
      byAdmin(await reportedReview(), { decision: "hide", reason: "It names a home address." }),
    ),
    readReportedConversation: twice(AUDITED, async () => byAdmin(await reportedConversation())),
    decideOnConversation: once(async () =>
      byAdmin(await reportedConversation(), { decision: "stop", reason: "Asks for cash." }),
    ),
    updatePlatformSettings: once(async () => {
      const submission = await byAdmin({}, { evidenceRetentionDays: 90 });
      await call(origin(), updatePlatformSettings, submission);
      return { ...submission, body: { evidenceRetentionDays: 91 } };
    }),
    updateAdminNotificationSetting: once(async () => {
      const setting = goodBody("PUT /api/admin/notification-settings");
      const submission = await byAdmin({}, { ...setting, email: false });
      await call(origin(), updateAdminNotificationSetting, submission);
      return { ...submission, body: { ...setting, email: true } };
    }),
    createTaxRate: once(async () =>
      byAdmin({}, { ...goodBody("POST /api/admin/tax-rates"), city: nameOf("Springfield"), endsFormer: false }),
    ),
    updateTaxRate: once(async () => {
      const { city: _, ...rate } = goodBody("PATCH /api/admin/tax-rates/:rateId");
      return byAdmin(await taxRate(true), { ...rate, city: nameOf("Springfield") });
    }),
    deactivateTaxRate: once(async () => byAdmin(await taxRate(true))),
    activateTaxRate: once(async () => byAdmin(await taxRate(false))),
    createLateFeeRule: twice("Two rules may be equal; the newest one applies", async () => byAdmin({}, newRule())),
    updateLateFeeRule: once(async () => byAdmin(await lateFeeRule(true), newRule())),
    deactivateLateFeeRule: once(async () => byAdmin(await lateFeeRule(true))),
    activateLateFeeRule: once(async () => byAdmin(await lateFeeRule(false))),
    previewLateFeeRule: once(async () => byAdmin({}, { rule: newRule(), replacedId: null })),
    createCategory: once(async () => byAdmin({}, { ...goodBody("POST /api/admin/categories"), name: nameOf("Boats") })),
    updateCategory: once(async () =>
      byAdmin(await category(), { ...goodBody("PATCH /api/admin/categories/:categoryId"), name: nameOf("Canoes") }),
    ),
    deleteCategory: once(async () => byAdmin(await category())),
    createPolicyVersion: twice("A new version is a draft that nobody sees before it is published", async () =>
      byAdmin(terms, newContent()),
    ),
    publishPolicyVersion: once(async () => {
      const created = await call(origin(), createPolicyVersion, await byAdmin(terms, newContent()));
      return byAdmin({ ...terms, version: String(created.body.version) });
    }),
    moveClock: twice("Each move adds to the clock of the demo", async () => byAdmin({}, { minutes: 1 })),
  };
}
