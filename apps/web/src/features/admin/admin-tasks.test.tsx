import type { AdminTask, AdminTaskKind, TaskOf } from "@nexby/contract/admin/tasks";
import type { ReceivedHelpMessageView } from "@nexby/contract/content/support";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, test } from "vitest";
import { productNow } from "../../lib/server-time.ts";
import { type Answers, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";
import { dueCopy, TASK_KINDS, TASK_TEXTS } from "./task-copy.ts";

const TASKS = "/api/admin/tasks";
const idOf = (index: number) => `01900000-0000-7000-8000-0000000000${10 + index}`;
const daysAgo = (count: number) => new Date(productNow() - count * 86_400_000).toISOString();

const member = (firstName: string, lastName: string, isSuspended = false) => ({
  id: PERSON.id,
  firstName,
  lastName,
  isSuspended,
});
const SUBJECT = {
  bookingId: idOf(70),
  item: { id: PERSON.id, title: "Cargo bike" },
  renter: member("Omar", "Haddad"),
  owner: member("Maya", "Rivera"),
};
const COMMON = { since: "2026-06-01T00:00:00.000Z", due: null, moneyAtStakeCents: null, noDecision: null } as const;
const RENTAL = { ...COMMON, id: idOf(0), subject: SUBJECT, link: `/my-bookings/${SUBJECT.bookingId}` };
const HELD = { amountAtRiskCents: 10_000, holdEndsAt: null, renewalsLeft: 0 };

const CLAIM: TaskOf<"damage_claim"> = {
  ...RENTAL,
  kind: "damage_claim",
  moneyAtStakeCents: 15_000,
  decisions: ["resolve"],
  details: {
    status: "contested",
    damageType: "broken",
    severity: "high",
    amountCents: 15_000,
    notes: "The frame is bent",
    photoCount: 2,
    contestReason: "It was bent before",
  },
};
const REFUND: TaskOf<"failed_refund"> = {
  ...RENTAL,
  kind: "failed_refund",
  moneyAtStakeCents: 10_000,
  decisions: ["mark_paid"],
  details: {
    description: "Cargo bike",
    payer: { ...PERSON, firstName: "Omar", lastName: "Vale" },
    amountCents: 10_000,
    card: { brand: "visa", last4: "4242" },
    cause: "sent_back",
  },
};
const SUSPENDED: TaskOf<"suspended_booking"> = {
  ...RENTAL,
  kind: "suspended_booking",
  id: SUBJECT.bookingId,
  moneyAtStakeCents: 4_500,
  subject: { ...SUBJECT, owner: member("Maya", "Rivera", true) },
  decisions: ["cancel"],
  details: { startAt: "2026-06-05T13:00:00.000Z", timezone: "America/New_York", refundCents: 4_500, isCharged: true },
};
const MESSAGE: ReceivedHelpMessageView = {
  id: PERSON.id,
  subject: "A question",
  message: "How do I cancel?",
  status: "open",
  priority: "normal",
  name: "Robin Vale",
  email: "robin@nexby.example",
  adminNotes: null,
  createdAt: "2026-06-01T00:00:00.000Z",
};
const HELP: TaskOf<"help_message"> = {
  ...COMMON,
  kind: "help_message",
  id: MESSAGE.id,
  link: "/admin?view=tasks&kind=help_message",
  subject: { name: MESSAGE.name, email: MESSAGE.email },
  decisions: ["update"],
  details: MESSAGE,
};

const NONE = Object.fromEntries(TASK_KINDS.map((kind) => [kind, 0])) as Record<AdminTaskKind, number>;

const countsOf = (tasks: readonly AdminTask[]) => ({
  ...NONE,
  ...Object.fromEntries(TASK_KINDS.map((kind) => [kind, tasks.filter((task) => task.kind === kind).length])),
});

/** Serves the tasks that `left` returns, also by kind. */
function openTasks(left: () => readonly AdminTask[], answers: Answers = {}, path = "/admin?view=tasks") {
  return renderApp(
    path,
    {
      "GET /api/admin/users": [],
      [`GET ${TASKS}`]: ({ search }) => left().filter(({ kind }) => !search.get("kind") || search.get("kind") === kind),
      [`GET ${TASKS}/counts`]: () => countsOf(left()),
      ...answers,
    },
    { user: { isAdmin: true } },
  );
}

const card = async (name: string) => within(await screen.findByRole("article", { name }));

describe("the tasks of an admin", () => {
  it("[ADMIN-01] tasks show what they are about, their age, the money at stake and when they are due", async () => {
    const due = new Date(productNow() + 3 * 3_600_000 + 60_000).toISOString();
    openTasks(() => [{ ...CLAIM, since: daysAgo(12), due }]);
    const claim = await card("Cargo bike");
    expect(claim.getByText("Damage claim")).toBeVisible();
    expect(claim.getByText(/12 days ago$/)).toBeVisible();
    expect(claim.getByText("$150.00")).toBeVisible();
    expect(claim.getByText("Due in 3 hours")).toBeVisible();
    expect(claim.getByText("Maya Rivera rented it to Omar Haddad. Omar Haddad contested it.")).toBeVisible();
    expect(claim.getByText("Broken · Severe · 2 photos")).toBeVisible();
    expect(claim.getByText("“It was bent before”")).toBeVisible();
    for (const name of ["Cargo bike", "Review and decide: Cargo bike"])
      expect(claim.getByRole("link", { name })).toHaveAttribute("href", CLAIM.link);
  });

  it("[ROLE-03] offer no decision to an admin who is the renter or owner", async () => {
    openTasks(() => [{ ...CLAIM, decisions: [], noDecision: "involved" }]);
    const claim = await card("Cargo bike");
    expect(claim.getByText("This case involves you. Another admin has to decide.")).toBeVisible();
    expect(claim.queryByRole("link", { name: /^Review and decide/ })).toBeNull();
  });

  it("tasks are filtered by kind, with a count for each kind that has some", async () => {
    const { user } = openTasks(() => [CLAIM, REFUND], {
      [`GET ${TASKS}/counts`]: { ...NONE, damage_claim: 1, failed_refund: 100 },
    });
    const filter = within(await screen.findByRole("navigation", { name: "Kinds of tasks" }));
    expect(await filter.findByRole("link", { name: "Damage claims 1" })).toBeVisible();
    expect(filter.getAllByRole("link")).toHaveLength(3);
    await user.click(filter.getByRole("link", { name: "Failed refunds 99+" }));
    await waitFor(() => expect(filter.getByRole("link", { current: "page" })).toHaveTextContent("Failed refunds"));
    expect(await screen.findByText(/^Cargo bike, to Omar Vale/)).toBeVisible();
    expect(screen.queryByText("Damage claim")).toBeNull();
  });

  it("tasks are shown page by page, and the next page takes the focus", async () => {
    const tasks = [0, 1, 2].map((index) => ({
      ...CLAIM,
      id: idOf(index),
      subject: { ...SUBJECT, item: { id: PERSON.id, title: `Bike ${index}` } },
    }));
    const headers = { "content-type": "application/json", link: `<${TASKS}?cursor=next>; rel="next"` };
    const { user } = openTasks(() => tasks, {
      [`GET ${TASKS}`]: ({ search }) =>
        search.get("cursor") === "next" ? tasks.slice(2) : new Response(JSON.stringify(tasks.slice(0, 2)), { headers }),
    });
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    const last = await card("Bike 2");
    await waitFor(() => expect(last.getByRole("link", { name: "Bike 2" })).toHaveFocus());
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("the task page says when nothing waits, and offers to try again after a failure", async () => {
    let isBroken = true;
    const { user } = openTasks(() => [], {
      [`GET ${TASKS}`]: () => (isBroken ? refusal(500, "internal_error", "Something went wrong on our end.") : []),
    });
    const again = await screen.findByRole("button", { name: "Try Again" });
    isBroken = false;
    await user.click(again);
    expect(await screen.findByText("Nothing is waiting for you.")).toBeVisible();
  });

  it("an admin cancels a suspended account's booking with one click, and records a refund paid another way", async () => {
    let left: readonly AdminTask[] = [SUSPENDED, { ...REFUND, id: idOf(1) }];
    const { user, fill, callsTo } = openTasks(() => left, {
      [`POST /api/bookings/${SUSPENDED.id}/cancel`]: () => {
        left = left.slice(1);
        return {};
      },
      [`POST /api/admin/failed-refunds/${idOf(1)}/paid`]: () => {
        left = [];
        return {};
      },
    });
    expect(
      await screen.findByText(/^Omar Haddad rents from Maya Rivera\. Maya Rivera is suspended\. The rental starts/),
    ).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Cancel and refund $45.00: Cargo bike" }));
    expect(await screen.findByText("The booking of Cargo bike was canceled")).toBeVisible();
    expect(callsTo(`POST /api/bookings/${SUSPENDED.id}/cancel`)[0]?.body).toMatchObject({ refundCents: 4_500 });
    expect(screen.getByText(/The bank of the card ending in 4242 returned it three times\.$/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Mark $100.00 to Omar Vale as paid" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Did you pay Omar Vale $100.00?" }));
    await fill(dialog.getByRole("textbox", { name: "How did you pay it?" }), "Check 1042");
    await user.click(dialog.getByRole("button", { name: "Mark as paid" }));
    expect(await screen.findByText("Nothing is waiting for you.")).toBeVisible();
    expect(callsTo(`POST /api/admin/failed-refunds/${idOf(1)}/paid`)[0]?.body).toEqual({ reference: "Check 1042" });
  });

  it("a task says why nobody decides about a refund that waits for money or for the bank", async () => {
    const waiting: TaskOf<"failed_refund"> = { ...REFUND, decisions: [], noDecision: "automatic" };
    openTasks(() => [
      { ...waiting, details: { ...REFUND.details, cause: "balance_too_low" } },
      { ...waiting, id: idOf(1), noDecision: "bank_decides" },
    ]);
    expect(await screen.findByText(/The Stripe balance is too low\. Add money to the balance/)).toBeVisible();
    expect(screen.getByText("The bank is disputing this payment. Wait for its decision.")).toBeVisible();
    expect(screen.queryByRole("button", { name: /as paid/ })).toBeNull();
  });

  it("[FRAUD-01] an admin sees a fraud review's score and signals, and decides it", async () => {
    const analysis: TaskOf<"fraud_review">["details"] = {
      ...{ id: idOf(0), analysisType: "authorization", status: "in_review", riskScore: 54, riskLevel: "high" },
      ...{ confidence: 0.9, patterns: ["account"], recommendation: "review", ruleSetVersion: 1 },
      redFlags: [{ code: "phone_unverified", weight: 10, observed: true }],
      booking: {
        ...{ id: SUBJECT.bookingId, status: "pending", startAt: COMMON.since, endAt: COMMON.since, quantity: 1 },
        ...{ timezone: "America/New_York", totalCents: 4_500, depositCents: 0, exchangeType: "pickup" },
      },
      item: SUBJECT.item,
      renter: { ...SUBJECT.renter, email: PERSON.email, createdAt: COMMON.since },
      owner: SUBJECT.owner,
      ...{ message: null, reviewBy: COMMON.since, secondsLeft: -60, review: null, createdAt: COMMON.since },
      allowedActions: ["approve", "decline"],
    };
    let left: readonly AdminTask[] = [
      { ...RENTAL, kind: "fraud_review", due: daysAgo(2), decisions: ["approve", "decline"], details: analysis },
    ];
    const path = `POST /api/admin/fraud-analyses/${idOf(0)}/decision`;
    const { user, fill, callsTo } = openTasks(() => left, {
      [path]: () => {
        left = [];
        return analysis;
      },
    });
    const review = await card("Cargo bike");
    expect(review.getByText("Overdue by 2 days")).toBeVisible();
    expect(review.getByText("Risk score 54 of 100")).toBeVisible();
    expect(review.getByText("Phone not verified")).toBeVisible();
    await user.click(review.getByRole("button", { name: "Decline: Cargo bike, Omar Haddad" }));
    await fill(await screen.findByRole("textbox", { name: /^Reason/ }), "Stolen card");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Decline" }));
    expect(await screen.findByText("Omar Haddad’s request was declined")).toBeVisible();
    expect(callsTo(path)[0]?.body).toEqual({ decision: "decline", notes: "Stolen card" });
  });

  it("[BOOK-01] [PAY-03] tasks show disputed handoffs and contested no-shows with their reason, hold and amount", async () => {
    const endsAt = daysAgo(-1);
    openTasks(() => [
      {
        ...RENTAL,
        kind: "disputed_handoff",
        moneyAtStakeCents: 15_000,
        decisions: ["uphold_handoff", "reject_handoff"],
        details: { ...HELD, holdEndsAt: endsAt, reason: "I have nothing" },
      },
      {
        ...RENTAL,
        kind: "contested_no_show",
        decisions: ["cancel"],
        details: { ...HELD, reportedBy: "owner", reason: "I was there" },
      },
    ]);
    const [handoff, noShow] = (await screen.findAllByRole("article")).map((article) => article.textContent);
    expect(handoff).toContain("Maya Rivera marked it as handed over. Omar Haddad disputes it.“I have nothing”");
    expect(handoff).toContain("$150.00 at stake");
    expect(handoff).toContain("The deposit hold of $100.00 ends");
    expect(handoff).toContain("It won’t be renewed again.");
    expect(noShow).toContain("Maya Rivera reported that Omar Haddad didn’t show up. Omar Haddad says otherwise.");
    expect(noShow).toContain("“I was there”The deposit of $100.00 is not held.");
  });

  it.each([
    ["unreported_rental", "cancel", HELD, "Neither Omar Haddad nor Maya Rivera reported a handoff."],
    ["lapsed_deposit", "retry_deposit", HELD, /the card declined a new one\. Maya Rivera may not get this money\.$/],
    ["contested_late_fee", "decide_late_fee", { daysLate: 2, owedCents: 500, reason: "" }, /returned it 2 days late/],
  ] as const)("lead to the booking where it is decided: %s", async (kind, decision, details, text) => {
    openTasks(() => [{ ...RENTAL, kind, decisions: [decision], details } as AdminTask]);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole("link", { name: "Review and decide: Cargo bike" })).toHaveAttribute("href", RENTAL.link);
  });

  it.each([
    ["no_account", "The owner hasn’t set up a payout account."],
    ["information_needed", "The payment provider needs more information from the owner."],
    ["pending", "The payment provider is checking the owner’s details."],
    ["rejected", "The payment provider rejected the owner’s payout account."],
    ["disconnected", "The owner disconnected their payout account."],
    ["suspended", "The owner is suspended."],
    ["transfer_failed", "The last transfer failed. We’ll try again every day."],
  ] as const)("a task says why a payout can't be sent: %s", async (reason, text) => {
    const owner = { ...SUBJECT.owner, email: "maya@nexby.example" };
    openTasks(() => [
      { ...RENTAL, kind: "waiting_payout", decisions: [], noDecision: "automatic", details: { owner, reason } },
    ]);
    expect(await screen.findByText(`For Maya Rivera, maya@nexby.example. ${text}`)).toBeVisible();
  });

  it("[ADMIN-01] an admin approves a new account", async () => {
    const account = {
      ...{ ...PERSON, firstName: "Newt", lastName: "Vale", isApproved: false, suspendedAt: null },
      ...{ createdAt: COMMON.since, emailVerifiedAt: COMMON.since, phoneVerifiedAt: COMMON.since },
      allowedActions: ["approve" as const],
    };
    const subject = { id: PERSON.id, firstName: "Newt", lastName: "Vale" };
    const task = { ...COMMON, id: PERSON.id, link: "/admin", subject, details: account };
    let left: readonly AdminTask[] = [{ ...task, kind: "account_approval", decisions: ["approve"] }];
    const { user } = openTasks(() => left, {
      [`POST /api/admin/users/${PERSON.id}/approve`]: () => {
        left = [];
        return account;
      },
    });
    const newt = await card("Newt Vale");
    expect(newt.getByText("Phone verified")).toBeVisible();
    await user.click(newt.getByRole("button", { name: "Approve Newt Vale" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Approve" }));
    expect(await screen.findByText("Newt Vale is approved")).toBeVisible();
  });

  it("[REV-02] an admin keeps a reported review public", async () => {
    const reviewer = { id: PERSON.id, firstName: "Omar", lastName: "Haddad", profileImageUrl: null };
    const review: TaskOf<"reported_review">["details"] = {
      ...{ id: idOf(0), rating: 1, comment: "The chain fell off", createdAt: COMMON.since, reviewer },
      ...{ byRole: "renter", reviewType: "general", isVerifiedRental: true, item: SUBJECT.item, reply: null },
      ...{ communicationRating: null, punctualityRating: null, conditionRating: null, helpfulCount: 0 },
      ...{ wasHelpful: false, allowedActions: [], bookingId: SUBJECT.bookingId, hidden: null, canDecide: true },
      reviewee: { id: PERSON.id, firstName: "Maya", lastName: "Rivera" },
      reports: [{ reason: "It isn't true", by: "Maya Rivera", at: COMMON.since }],
    };
    let left: readonly AdminTask[] = [
      { ...RENTAL, kind: "reported_review", link: "/admin/reviews", decisions: ["hide", "keep"], details: review },
    ];
    const path = `POST /api/admin/reviews/${idOf(0)}/decision`;
    const { user, fill, callsTo } = openTasks(() => left, {
      [path]: () => {
        left = [];
        return review;
      },
    });
    await user.click(await screen.findByRole("button", { name: "Keep review: Omar Haddad, Cargo bike" }));
    await fill(await screen.findByRole("textbox", { name: /^Reason/ }), "An opinion");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Keep review" }));
    expect(await screen.findByText("Review kept")).toBeVisible();
    expect(callsTo(path)[0]?.body).toEqual({ decision: "keep", reason: "An opinion" });
  });

  it("[MSG-01] an admin reads a reported conversation and stops it with a reason", async () => {
    const reported: TaskOf<"reported_conversation">["details"] = {
      ...{ ...SUBJECT, id: idOf(0), bookingId: null, stoppedAt: null },
      reports: [{ by: "renter", reason: "payment_outside", notes: "Wants cash", createdAt: daysAgo(1) }],
      allowedActions: ["read", "stop", "allow"],
    };
    const subject = { ...SUBJECT, bookingId: null };
    let left: readonly AdminTask[] = [
      { ...RENTAL, subject, kind: "reported_conversation", decisions: ["read", "stop", "allow"], details: reported },
    ];
    const api = `POST /api/admin/reported-conversations/${idOf(0)}`;
    const words = { id: "m1", type: "text", by: "owner", content: "Pay me in cash", photo: null };
    const stopped = { ...reported, stoppedAt: COMMON.since, allowedActions: ["read", "allow"] };
    const { user, fill, callsTo } = openTasks(
      () => left,
      {
        "GET /api/admin/stopped-conversations": () => (left.length === 0 ? [stopped] : []),
        [`${api}/read`]: [{ ...words, createdAt: daysAgo(1) }],
        [`${api}/decision`]: () => {
          left = [];
          return {};
        },
      },
      "/admin?view=tasks&kind=reported_conversation",
    );
    const task = await card("Cargo bike");
    expect(task.getByText(/Omar Haddad reported it on .*: Asks to pay outside Nexby. “Wants cash”/)).toBeVisible();
    await user.click(task.getByRole("button", { name: "Read messages: Cargo bike" }));
    expect(await task.findByText("Pay me in cash")).toBeVisible();
    await user.click(task.getByRole("button", { name: "Stop conversation: Cargo bike" }));
    await fill(await screen.findByRole("textbox", { name: /^Reason/ }), "Offers cash");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Stop conversation" }));
    expect(await screen.findByText("Conversation stopped")).toBeVisible();
    expect(await screen.findByText("No conversations are reported.")).toBeVisible();
    expect(callsTo(`${api}/decision`)).toMatchObject([{ body: { decision: "stop", reason: "Offers cash" } }]);
    const section = within(screen.getByRole("region", { name: "Stopped conversations" }));
    expect(await section.findByRole("button", { name: "Allow conversation: Cargo bike" })).toBeVisible();
  });

  it("[DATA-13] tasks show messages to support with who wrote them, and an admin updates one", async () => {
    const updated = { ...MESSAGE, status: "resolved", priority: "high", adminNotes: "Called back" } as const;
    const path = `PUT /api/admin/help-messages/${PERSON.id}`;
    const isDone = () => callsTo(path).length > 0;
    const { user, callsTo } = openTasks(
      () => (isDone() ? [] : [HELP]),
      { "GET /api/admin/help-messages": () => (isDone() ? [updated] : []), [path]: updated },
      "/admin?view=tasks&kind=help_message",
    );
    const message = await card("A question");
    expect(message.getByRole("link", { name: "robin@nexby.example" })).toHaveAttribute(
      "href",
      "mailto:robin@nexby.example",
    );
    expect(message.getByText("How do I cancel?")).toBeVisible();
    await user.click(message.getByRole("button", { name: "Update: A question" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.selectOptions(dialog.getByRole("combobox", { name: "Status" }), "Resolved");
    await user.selectOptions(dialog.getByRole("combobox", { name: "Priority" }), "High priority");
    await user.type(dialog.getByRole("textbox", { name: "Notes (optional)" }), "Called back");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("No messages wait for an answer.")).toBeVisible();
    const done = within(screen.getByRole("region", { name: "Answered messages" }));
    expect(await done.findByText("Called back")).toBeVisible();
    expect(callsTo(path).map(({ body }) => body)).toEqual([
      { status: "resolved", priority: "high", adminNotes: "Called back" },
    ]);
  });

  it("lead to answered messages and stopped conversations, which are no tasks anymore", async () => {
    const { user } = openTasks(() => [], { "GET /api/admin/help-messages": [] });
    await user.click(await screen.findByRole("link", { name: "Answered messages" }));
    expect(await screen.findByText("No messages were answered yet.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Stopped conversations" })).toBeVisible();
  });
});

test.each([
  [-60_001, "Overdue by 1 minute"],
  [-3 * 3_600_000, "Overdue by 3 hours"],
  [-47 * 3_600_000, "Overdue by 47 hours"],
  [-48 * 3_600_000, "Overdue by 2 days"],
  [30_000, "Due in less than a minute"],
  [90 * 60_000, "Due in 1 hour"],
  [5 * 86_400_000, "Due in 5 days"],
])("a task that is due in %i ms says so: %s", (left, text) => {
  expect(dueCopy(new Date(left).toISOString(), 0)).toEqual({ text, isOverdue: left < 0 });
});

test("every kind of task has texts of its own", () => {
  for (const field of ["plural", "label", "empty"] as const) {
    const texts = TASK_KINDS.map((kind) => TASK_TEXTS[kind][field]);
    expect(new Set(texts).size).toBe(texts.length);
  }
});
