/**
 * The path's record belongs to the owner; the renter is involved in it, the stranger is not. The pending user awaits
 * approval; all others are approved.
 */
const ACTORS = ["visitor", "pending", "renter", "owner", "stranger", "admin"] as const;
export type Actor = (typeof ACTORS)[number];
export type Statuses = Record<Actor, number>;

const everyone = (status: number): Statuses => ({
  visitor: status,
  pending: status,
  renter: status,
  owner: status,
  stranger: status,
  admin: status,
});
const signedIn = (status: number): Statuses => ({ ...everyone(status), visitor: 401 });
const ownerOnly = (status: number): Statuses => ({ ...everyone(404), visitor: 401, owner: status });
const approved = (status: number): Statuses => ({ ...signedIn(status), pending: 403 });
const approvedOwnerOnly = (status: number): Statuses => ({ ...ownerOnly(status), pending: 403 });
/** A booking between renter and owner that awaits the owner's decision and has no payment. */
const renterAndOwner = (status: number, admin = 404): Statuses => ({
  ...everyone(404),
  visitor: 401,
  renter: status,
  owner: status,
  admin,
});
const adminOnly = (status: number): Statuses => ({ ...everyone(403), visitor: 401, admin: status });

/** Expected status of every endpoint per actor, with an accepted body where it takes one. */
export const EXPECTED: Record<string, Statuses> = {
  "DELETE /api/auth/sessions": signedIn(200),
  "DELETE /api/auth/sessions/:sessionId": ownerOnly(200),
  "GET /api/auth/sessions": signedIn(200),
  "GET /api/auth/user": signedIn(200),
  "DELETE /api/auth/identities/:identityId": ownerOnly(200),
  "GET /api/auth/identities": signedIn(200),
  "GET /api/auth/options": everyone(200),
  "POST /api/auth/identity-link": everyone(400),
  "POST /api/auth/identity-link/preview": everyone(400),
  "POST /api/auth/email-signin": everyone(401),
  "POST /api/auth/email-signup": { ...everyone(409), visitor: 201 },
  "POST /api/auth/signout": signedIn(200),
  "GET /api/auth/verifications": signedIn(200),
  "POST /api/auth/email-change": signedIn(400),
  "POST /api/auth/email-change/confirm": signedIn(400),
  "POST /api/auth/password": signedIn(400),
  "POST /api/auth/password-reset": everyone(200),
  "POST /api/auth/password-reset/confirm": everyone(400),
  "POST /api/auth/verifications": signedIn(200),
  "POST /api/auth/verifications/confirm": signedIn(400),

  "GET /api/profile": signedIn(200),
  "PATCH /api/profile": signedIn(200),
  "POST /api/terms/acceptance": signedIn(200),
  "GET /api/users/:userId": everyone(200),

  "GET /api/admin/failed-refunds": adminOnly(200),
  "POST /api/admin/failed-refunds/:refundId/paid": adminOnly(409),
  "GET /api/admin/suspended-bookings": adminOnly(200),
  "GET /api/admin/waiting-payouts": adminOnly(200),
  "GET /api/admin/users": adminOnly(200),
  "POST /api/admin/users/:userId/approve": adminOnly(200),
  "POST /api/admin/users/:userId/suspend": adminOnly(200),
  "POST /api/admin/users/:userId/reinstate": adminOnly(409),
  "GET /api/admin/fraud-analyses": adminOnly(200),
  "POST /api/admin/fraud-analyses/:analysisId/decision": adminOnly(200),
  "GET /api/admin/ledger": adminOnly(200),
  "GET /api/admin/reconciliation/differences": adminOnly(200),
  "GET /api/admin/settings": adminOnly(200),
  "PATCH /api/admin/settings": adminOnly(200),
  "GET /api/admin/settings/history": adminOnly(200),
  "GET /api/admin/setup-warnings": adminOnly(200),
  "GET /api/owner/listing-defaults": signedIn(200),
  "GET /api/admin/tax-rates": adminOnly(200),
  "POST /api/admin/tax-rates": adminOnly(201),
  "PATCH /api/admin/tax-rates/:rateId": adminOnly(200),
  "POST /api/admin/tax-rates/:rateId/deactivate": adminOnly(200),
  "POST /api/admin/tax-rates/:rateId/activate": adminOnly(200),
  "GET /api/admin/tax-rates/:rateId/history": adminOnly(200),

  "GET /api/terms/active": everyone(200),
  "GET /api/privacy-policy/active": everyone(200),
  "GET /api/cookie-policy/active": everyone(200),
  "GET /api/prohibited-items": everyone(200),
  "GET /api/admin/policies/:kind/versions": adminOnly(200),
  "POST /api/admin/policies/:kind/versions": adminOnly(201),
  "POST /api/admin/policies/:kind/versions/:version/activate": adminOnly(200),

  "GET /api/categories": everyone(200),
  "GET /api/admin/categories": adminOnly(200),
  "POST /api/admin/categories": adminOnly(201),
  "PATCH /api/admin/categories/:categoryId": adminOnly(200),
  "DELETE /api/admin/categories/:categoryId": adminOnly(200),

  "GET /api/items": everyone(200),
  "GET /api/search/facets": everyone(200),
  "GET /api/search/suggestions": everyone(200),
  "GET /api/admin/searches": adminOnly(200),
  "GET /api/recommendations": signedIn(200),
  "GET /api/items/:itemId": everyone(200),
  "GET /api/items/:itemId/similar": everyone(200),
  "POST /api/items/:itemId/views": everyone(200),
  "POST /api/items": approved(201),
  "PATCH /api/items/:itemId": approvedOwnerOnly(200),
  "DELETE /api/items/:itemId": ownerOnly(200),
  "POST /api/items/:itemId/duplicate": approvedOwnerOnly(201),
  "GET /api/owner/items": signedIn(200),
  "GET /api/owner/items/:itemId": ownerOnly(200),
  "GET /api/owner/drafts": signedIn(200),
  "PUT /api/owner/drafts": signedIn(200),
  "POST /api/owner/drafts/discard": signedIn(200),
  "GET /api/items/:itemId/calendar": everyone(200),
  "POST /api/items/:itemId/quote": everyone(200),

  "GET /api/map": everyone(200),
  "GET /api/places": everyone(400),
  "GET /api/places/nearest": everyone(400),

  "GET /api/owner/calendar": signedIn(400),
  "PUT /api/owner/items/:itemId/blocked-days": ownerOnly(200),
  "GET /api/owner/items/:itemId/calendar-feed": ownerOnly(200),
  "POST /api/owner/items/:itemId/calendar-feed": ownerOnly(200),
  "GET /api/calendars/:token": everyone(200),
  "GET /api/owner/items/:itemId/external-calendars": ownerOnly(200),
  "POST /api/owner/items/:itemId/external-calendars": approvedOwnerOnly(201),
  "POST /api/owner/items/:itemId/external-calendars/file": approved(415),
  "DELETE /api/owner/external-calendars/:calendarId": ownerOnly(200),
  "POST /api/owner/external-calendars/:calendarId/refresh": ownerOnly(200),

  "POST /api/photos": approved(201),
  "POST /api/profile/photo": signedIn(201),
  "POST /api/menus": approved(201),

  "GET /api/favorites": signedIn(200),
  "GET /api/favorites/ids": signedIn(200),
  "PUT /api/favorites/:itemId": signedIn(200),
  "DELETE /api/favorites/:itemId": signedIn(200),
  "GET /api/recently-viewed": signedIn(200),
  "DELETE /api/recently-viewed": signedIn(200),
  "DELETE /api/recently-viewed/:itemId": signedIn(200),
  "GET /api/saved-searches": signedIn(200),
  "POST /api/saved-searches": signedIn(201),
  "PATCH /api/saved-searches/:searchId": ownerOnly(200),
  "DELETE /api/saved-searches/:searchId": ownerOnly(200),

  "GET /api/bookings": signedIn(200),
  "GET /api/bookings/counts": signedIn(200),
  "POST /api/bookings": approved(404),
  "GET /api/bookings/:bookingId": renterAndOwner(200, 200),
  "GET /api/bookings/:bookingId/calendar": renterAndOwner(409, 409),
  "POST /api/bookings/:bookingId/payment": renterAndOwner(409, 409),
  "POST /api/bookings/:bookingId/refresh": renterAndOwner(200, 200),
  "POST /api/bookings/:bookingId/approve": renterAndOwner(409),
  "POST /api/bookings/:bookingId/decline": { ...renterAndOwner(409), owner: 200 },
  "POST /api/bookings/:bookingId/propose-time": renterAndOwner(409),
  "POST /api/bookings/:bookingId/confirm-time": renterAndOwner(409),
  "POST /api/bookings/:bookingId/keep-time": renterAndOwner(409),
  "GET /api/bookings/:bookingId/handoff-code": renterAndOwner(409),
  "POST /api/bookings/:bookingId/handoff-code": renterAndOwner(409),
  "POST /api/bookings/:bookingId/enter-code": renterAndOwner(409),
  "POST /api/bookings/:bookingId/hand-over": renterAndOwner(409),
  "POST /api/bookings/:bookingId/object-to-handover": renterAndOwner(409),
  "GET /api/bookings/:bookingId/extension": { ...renterAndOwner(409, 409), renter: 200 },
  "POST /api/bookings/:bookingId/extension": renterAndOwner(409),
  "POST /api/bookings/:bookingId/approve-extension": renterAndOwner(409),
  "POST /api/bookings/:bookingId/decline-extension": renterAndOwner(409),
  "POST /api/bookings/:bookingId/withdraw-extension": renterAndOwner(409),
  "GET /api/bookings/:bookingId/condition": renterAndOwner(200, 200),
  "GET /api/bookings/:bookingId/evidence": renterAndOwner(200, 200),
  // The record's photo belongs to another booking; features/condition/tests has the photos that answer.
  "GET /api/bookings/:bookingId/photos/:photoId": signedIn(404),
  "POST /api/bookings/:bookingId/photos/:photoId": { ...renterAndOwner(409), pending: 403 },
  "PUT /api/bookings/:bookingId/condition-reports/:reportId": renterAndOwner(409),
  "POST /api/bookings/:bookingId/confirm-condition": renterAndOwner(409),
  "POST /api/admin/bookings/:bookingId/photos/:photoId/original": adminOnly(404),
  "POST /api/bookings/:bookingId/return": renterAndOwner(409),
  "POST /api/bookings/:bookingId/close": renterAndOwner(409),
  "POST /api/bookings/:bookingId/claim-damage": renterAndOwner(409),
  "POST /api/bookings/:bookingId/no-show": renterAndOwner(409),
  "POST /api/bookings/:bookingId/contest-no-show": renterAndOwner(409),
  "GET /api/bookings/:bookingId/cancellation": renterAndOwner(200, 200),
  "POST /api/bookings/:bookingId/cancel": renterAndOwner(200, 200),
  "POST /api/admin/bookings/:bookingId/resolve": adminOnly(409),
  "GET /api/booking-requests": signedIn(200),

  "GET /api/owner/earnings": signedIn(200),
  "GET /api/owner/payouts": signedIn(200),
  "GET /api/owner/earnings.csv": signedIn(200),
  "GET /api/payouts/account": signedIn(200),
  "POST /api/payouts/account/refresh": signedIn(200),
  "POST /api/payouts/onboarding": approved(200),
  "POST /api/payouts/dashboard": approved(400),
  "POST /api/payouts/account/replacement": approved(400),
  "GET /api/payments/cards": signedIn(200),
  "POST /api/payments/cards": approved(200),
  "DELETE /api/payments/cards/:cardId": ownerOnly(200),
  "GET /api/payments/:paymentId/receipt": ownerOnly(200),

  "GET /api/notifications": signedIn(200),
  "GET /api/notifications/count": signedIn(200),
  "PUT /api/notifications/:notificationId/read": ownerOnly(200),
  "PUT /api/notifications/read-all": signedIn(200),

  "GET /api/help-messages": signedIn(200),
  "POST /api/help-messages": everyone(201),

  "GET /api/payments/config": everyone(200),
  "GET /api/payments": signedIn(200),
  "GET /api/payments/:paymentId": ownerOnly(200),
  "POST /api/webhooks/stripe": everyone(400),

  "POST /api/error-logs": everyone(201),
  "GET /api/events": signedIn(200),
  "GET /api/health": everyone(200),
  "GET /api/ready": everyone(200),
  "POST /api/admin/clock": adminOnly(200),
  "GET /api/admin/clock": adminOnly(200),
  "GET /api/admin/clock/jobs": adminOnly(200),
};

/** API documentation, not endpoints of the contract. */
export const DOCUMENTS: Record<string, Statuses> = {
  "GET /api/docs": everyone(200),
  "GET /api/openapi.json": everyone(200),
};

/** Browser navigations that redirect. */
export const NAVIGATIONS: Record<string, Statuses> = {
  "GET /api/login": everyone(303),
  "GET /api/login/callback": everyone(303),
  "GET /api/logout": everyone(303),
};
