import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { BookingConditionView } from "@nexby/contract/bookings/condition";
import { codeStepAt } from "@nexby/domain/handoffs/handoff-code";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { digitsOf } from "../../components/product/one-time-code.tsx";
import { newId } from "../../lib/api/upload-file.ts";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { CONDITION, conditionReport, HASHES, rentalPhoto } from "../../testing/condition.fixture.ts";
import { type Answers, inTurn, noNetwork, PERSON, refusal, renderApp } from "../../testing/render-app.tsx";

const SCHEDULED: BookingDetailView = {
  ...BOOKING,
  status: "scheduled",
  approvalStatus: "approved",
  paymentStatus: "captured",
  nextStep: { code: "pickup", by: "renter", until: null },
  allowedActions: ["hand_over"],
};

type Upload = {
  id: string;
  search: URLSearchParams;
  file: File;
  progress: (share: number) => void;
  /** Answers like the server: with the photo, or with an error. */
  answer: (status?: number, body?: object) => void;
  /** The connection breaks. */
  fail: () => void;
};

let uploads: Upload[];
let bookingId: string;
let path: string;

const upload = async (index: number): Promise<Upload> =>
  waitFor(() => {
    const found = uploads[index];
    if (!found) throw new Error(`Upload ${index} was not sent`);
    return found;
  });

/** Collects uploads, which are not sent by fetch. */
class FakeRequest {
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  statusText = "";
  responseText = "";
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  #url = new URL("http://localhost");
  open(_: string, address: string): void {
    this.#url = new URL(address, location.origin);
  }
  setRequestHeader(): void {}
  getResponseHeader = () => null;
  abort(): void {
    this.onabort?.();
  }
  send(form: FormData): void {
    const { pathname, searchParams: search } = this.#url;
    const id = pathname.split("/").at(-1) ?? "";
    uploads.push({
      id,
      search,
      file: form.get("file") as File,
      progress: (share) => this.upload.onprogress?.({ loaded: share, total: 1 }),
      answer: (status = 201, body = rentalPhoto({ id, originalSha256: search.get("sha256") ?? "" })) => {
        this.status = status;
        this.responseText = JSON.stringify(body);
        this.onload?.();
      },
      fail: () => this.onerror?.(),
    });
  }
}

beforeEach(() => {
  uploads = [];
  // The device keeps drafts by booking, so each test has its own.
  bookingId = newId();
  path = `/api/bookings/${bookingId}`;
});

type Options = { booking?: Partial<BookingDetailView>; answers?: Answers };

async function open(condition: BookingConditionView | (() => BookingConditionView), options: Options = {}) {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const app = renderApp(
    `/my-bookings/${bookingId}`,
    {
      [`GET ${path}`]: { ...SCHEDULED, ...options.booking, id: bookingId },
      [`GET ${path}/condition`]: condition,
      "GET /api/bookings/counts": null,
      "GET /api/map": { styleUrl: null },
      ...options.answers,
    },
    { user: {} },
  );
  await screen.findByRole("heading", { level: 1 });
  return app;
}

const card = async (name = "Condition at pickup") => within(await screen.findByRole("region", { name }));

async function openSheet(app: Awaited<ReturnType<typeof open>>, label = "Report condition") {
  await app.user.click(await (await card()).findByRole("button", { name: `${label}: Condition at pickup` }));
  return within(await screen.findByRole("dialog", { name: "Report condition at pickup" }));
}

const photo = (name: string) => new File([name], `${name}.jpg`, { type: "image/jpeg" });

describe("condition reports of a booking", () => {
  it("[COND-01] the condition report screen guides through the shot list, and shows progress and what is verified", async () => {
    const app = await open(CONDITION);
    const sheet = await openSheet(app);
    const shot = within(sheet.getByText("The whole item").closest("li") as HTMLElement);
    expect(shot.getByText(/Step back until all of it is in the picture/)).toBeVisible();
    expect(shot.getByLabelText("Take a photo: The whole item")).toHaveAttribute("capture", "environment");
    await app.user.upload(shot.getByLabelText("Choose a photo: The whole item"), photo("whole"));
    expect(shot.getByText("1 photo")).toBeVisible();
    expect(await sheet.findByText("On this phone")).toBeVisible();

    const first = await upload(0);
    expect([first.search.get("stage"), first.search.get("shot")]).toEqual(["pickup", "whole"]);
    first.progress(0.4);
    expect(await sheet.findByText("40%")).toBeVisible();
    const staysWithBooking = /If you remove a photo that was sent, it stays with the booking/;
    expect(sheet.queryByText(staysWithBooking)).toBeNull();
    first.answer();
    expect(await sheet.findByText("Verified")).toBeVisible();
    expect(sheet.getByText(staysWithBooking)).toBeVisible();
  });

  it("[COND-01] the condition report screen retries one photo, moves it with a button and sends the photos in their order", async () => {
    let body: unknown;
    const app = await open(CONDITION);
    const sheet = await openSheet(app);
    await app.user.upload(sheet.getByLabelText("Choose other photos"), [photo("a"), photo("b")]);
    await upload(1);
    // Their hashes are computed at the same time, so either may be sent first.
    const [first, second] = uploads.toSorted((one, other) => one.file.name.localeCompare(other.file.name));
    first?.answer(503, { message: "This is temporarily unavailable.", code: "service_unavailable" });
    second?.answer();
    expect(await sheet.findByText("This is temporarily unavailable.")).toBeVisible();
    await app.user.click(sheet.getByRole("button", { name: "Try again" }));
    const again = await upload(2);
    expect(again.id).toBe(first?.id);
    again.answer();
    await waitFor(() => expect(sheet.getAllByText("Verified")).toHaveLength(2));

    await app.user.click(sheet.getByRole("button", { name: "Move photo 2 earlier" }));
    await app.user.click(sheet.getByRole("radio", { name: "Good" }));
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    await waitFor(() => {
      const call = app.calls.find(({ method }) => method === "PUT");
      expect(call).toBeDefined();
      body = call?.body;
    });
    const ids = [second?.id, first?.id];
    expect(body).toEqual({ phase: "check_out", condition: "good", notes: "", photoIds: ids, marks: [] });
  });

  it("[COND-01] the condition report screen shows every missing field at once, with a link to it", async () => {
    const app = await open(CONDITION);
    const sheet = await openSheet(app);
    await app.user.click(sheet.getByRole("button", { name: "Add a mark" }));
    expect(sheet.getByRole("textbox", { name: "Mark 1" })).toHaveFocus();
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    const report = within(
      await sheet.findByText("Please check these 3 fields").then((title) => title.parentElement as HTMLElement),
    );
    expect(report.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
      "Add at least one photo of the item you received",
      "Please choose the item’s condition",
      "Please describe the mark",
    ]);
    await app.user.click(report.getByRole("link", { name: /at least one photo/ }));
    expect(sheet.getByLabelText("Choose other photos")).toHaveFocus();
  });

  it("[COND-01] the condition report screen asks for notes once a condition other than good is chosen", async () => {
    const app = await open(CONDITION);
    const sheet = await openSheet(app);
    await app.user.upload(sheet.getByLabelText("Choose other photos"), photo("a"));
    (await upload(0)).answer();
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    const notes = sheet.getByRole("textbox", { name: "Notes" });
    expect(await sheet.findAllByText("Please choose the item’s condition")).not.toHaveLength(0);
    expect(notes).not.toBeInvalid();
    await app.user.click(sheet.getByRole("radio", { name: "Damaged" }));
    await waitFor(() => expect(notes).toBeInvalid());
    await app.user.click(sheet.getByRole("radio", { name: "Good" }));
    await waitFor(() => expect(notes).not.toBeInvalid());
  });

  it("[COND-01] [CODE-01] the condition report screen keeps a report made offline and sends it once when the page is opened again", async () => {
    const sent: string[] = [];
    let sentCode: { photoCodeAt?: string } | undefined;
    const offline = await open(CONDITION);
    const sheet = await openSheet(offline);
    await offline.user.upload(sheet.getByLabelText("Choose a photo: The whole item"), photo("whole"));
    (await upload(0)).fail();
    await offline.user.click(sheet.getByRole("radio", { name: "Damaged" }));
    await offline.fill(sheet.getByRole("textbox", { name: "Notes" }), "A torn seam");
    expect(sheet.getByText(/11 of 2,000 characters/)).toBeVisible();
    const code = sheet.getByRole("textbox", { name: "Maya’s photo code (optional)" });
    expect(code).toHaveAccessibleDescription(/^Shows that you made this report when you met/);
    await offline.fill(code, "123 456");
    const enteredBy = Date.now();
    await offline.user.click(sheet.getByRole("button", { name: "Send report" }));
    (await upload(1)).fail();
    expect(await (await card()).findByText(/Your report and 1 photo are on this phone/)).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
    offline.unmount();

    let stored = CONDITION;
    const app = await open(() => stored);
    const fetchOnce = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
      if (init.method !== "PUT") return fetchOnce(input, init);
      sent.push(`${input} ${init.body}`);
      const { photoIds, notes, ...code } = JSON.parse(String(init.body));
      sentCode = code;
      stored = {
        ...CONDITION,
        photos: [rentalPhoto({ id: photoIds[0] })],
        reports: [conditionReport({ condition: "damaged", notes, photoIds })],
        headSha256: HASHES.head,
      };
      return Response.json(stored);
    });
    const again = await upload(2);
    expect(again.id).toBe(uploads[0]?.id);
    again.answer();
    const report = within(await screen.findByRole("article", { name: "Your report" }));
    expect(report.getByText("A torn seam")).toBeVisible();
    expect((await card()).queryByText(/on this phone/)).toBeNull();
    app.client.clear();
    expect(sent).toHaveLength(1);
    expect(sentCode).toMatchObject({ photoCode: "123456", photoCodeAt: expect.any(String) });
    expect(Date.parse(sentCode?.photoCodeAt ?? "")).toBeLessThanOrEqual(enteredBy);
  });

  it("[COND-01] the condition report screen keeps the drafts of two people on one device apart", async () => {
    const notes = () => within(screen.getByRole("dialog")).getByRole("textbox", { name: "Notes" });
    const renters = await open(CONDITION);
    await openSheet(renters);
    await renters.fill(notes(), "Written by the renter");
    renters.unmount();
    const owners = await open(CONDITION, { booking: { role: "owner" } });
    await openSheet(owners);
    expect(notes()).toHaveValue("");
    owners.unmount();
    const again = await open(CONDITION);
    await openSheet(again, "Continue your report");
    expect(notes()).toHaveValue("Written by the renter");
  });

  it("[COND-01] [CODE-01] the condition report screen shows why a photo code is refused, keeps the report, and sends it without the code", async () => {
    const message = "This photo code is incorrect. Check it or remove it. You have 4 tries left.";
    const app = await open(CONDITION);
    const answer = globalThis.fetch;
    const bodies: { photoCode?: string }[] = [];
    vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
      if (init.method !== "PUT") return answer(input, init);
      const body = JSON.parse(String(init.body));
      bodies.push(body);
      const details = [{ field: "photoCode", message }];
      return body.photoCode ? refusal(422, "wrong_photo_code", message, details) : Response.json(CONDITION);
    });
    const sheet = await openSheet(app);
    await app.user.upload(sheet.getByLabelText("Choose other photos"), photo("a"));
    (await upload(0)).answer();
    await app.user.click(sheet.getByRole("radio", { name: "Good" }));
    const code = sheet.getByRole("textbox", { name: "Maya’s photo code (optional)" });
    await app.fill(code, "12345");
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    expect(await sheet.findByText("Enter the six digits of the code, or leave it blank")).toBeVisible();
    await app.fill(code, "123456");
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    await waitFor(() => expect(code).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(code).toHaveValue("123456");
    await app.fill(code, "");
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(bodies.map(({ photoCode }) => photoCode)).toEqual(["123456", undefined]);
    expect(bodies[1]).not.toHaveProperty("photoCodeAt");
  });

  it("[COND-01] [CODE-01] the condition report screen shows the person's own photo code without a connection once the page is loaded", async () => {
    const key = btoa("12345678901234567890123456789012");
    const app = await open(CONDITION, {
      answers: {
        [`GET ${path}/photo-codes`]: inTurn<Response | object>(
          () => [
            { phase: "check_in", key: btoa("another key of exactly 32 bytes!") },
            { phase: "check_out", key },
          ],
          () => refusal(409, "action_not_allowed", "This isn't possible right now."),
          noNetwork,
        ),
      },
    });
    const button = await (await card()).findByRole("button", { name: "Show photo code: Condition at pickup" });
    await waitFor(() => expect(app.callsTo(`GET ${path}/photo-codes`)).toHaveLength(1));
    // A later fetch that fails doesn't take the code away.
    await act(() => app.client.refetchQueries({ queryKey: ["#photo-codes"] }));
    expect(app.callsTo(`GET ${path}/photo-codes`)).toHaveLength(2);
    await app.user.click(button);
    const dialog = within(await screen.findByRole("alertdialog", { name: "Show this photo code to Maya" }));
    const shown = await dialog.findByText(/^Your code:/);
    const now = codeStepAt(Date.now());
    const digits = await Promise.all([now - 1, now].map((step) => digitsOf(key, step)));
    expect(digits.map((one) => `Your code: ${[...one].join(" ")}`)).toContain(shown.textContent);
    expect(app.callsTo(`GET ${path}/photo-codes`)).toHaveLength(2);
    await app.user.click(dialog.getByRole("button", { name: "Close" }));
    expect(button).toHaveFocus();
  });

  it("[CODE-01] the condition report screen shows photo codes only for the phase that the other person can report", async () => {
    const allowed: BookingConditionView["allowed"] = { report: ["check_in"], photos: ["return"], confirm: [] };
    await open(
      { ...CONDITION, reports: [conditionReport()], headSha256: HASHES.head, allowed },
      { answers: { [`GET ${path}/photo-codes`]: [] } },
    );
    const ofReturn = await card("Condition at return");
    expect(await ofReturn.findByRole("button", { name: "Show photo code: Condition at return" })).toBeVisible();
    expect((await card()).queryByRole("button", { name: /^Show photo code/ })).toBeNull();
  });

  it("[CODE-01] the condition report screen says when the photo code couldn't be loaded, and tries again", async () => {
    const key = btoa("12345678901234567890123456789012");
    const app = await open(CONDITION, {
      answers: {
        [`GET ${path}/photo-codes`]: inTurn<Response | object>(
          () => refusal(409, "action_not_allowed", "This isn’t possible right now."),
          () => [{ phase: "check_out", key }],
        ),
      },
    });
    await app.user.click(await (await card()).findByRole("button", { name: /^Show photo code/ }));
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(await dialog.findByRole("alert")).toHaveTextContent("We couldn’t load your code.");
    await app.user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByText(/^Your code:/)).toBeInTheDocument();
  });

  it("[KIT-01] the condition report screen sends pieces that were counted offline once the page is opened again", async () => {
    const kit = { booking: { price: { ...BOOKING.price, pieces: [{ name: "Peg", count: 12, priceCents: 150 }] } } };
    const offline = await open(CONDITION, kit);
    const sheet = await openSheet(offline);
    await offline.user.upload(sheet.getByLabelText("Choose other photos"), photo("a"));
    (await upload(0)).fail();
    await offline.fill(sheet.getByRole("textbox", { name: "Peg: how many are there" }), "11");
    await offline.user.click(sheet.getByRole("radio", { name: "Good" }));
    await offline.user.click(sheet.getByRole("button", { name: "Send report" }));
    (await upload(1)).fail();
    expect(await (await card()).findByText(/Your report and 1 photo are on this phone/)).toBeVisible();
    offline.unmount();

    const app = await open(CONDITION, kit);
    (await upload(2)).answer();
    const sent = () => app.calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
    await waitFor(() => expect(sent()).toMatchObject([{ pieces: [{ name: "Peg", count: 11 }] }]));
  });

  it("[COND-01] [KIT-01] the condition report screen keeps the counted pieces of a kit on the device, and sends them once none is more than agreed", async () => {
    const pieces = [
      { name: "Tent pole", count: 4, priceCents: 1200 },
      { name: "Peg", count: 12, priceCents: 150 },
    ];
    const kit = { booking: { price: { ...BOOKING.price, pieces } } };
    const before = await open(CONDITION, kit);
    const first = await openSheet(before);
    expect(first.getByText(/If nobody counts them now, we assume that all of them are there/)).toBeVisible();
    await before.user.click(first.getByRole("checkbox", { name: "Tent pole: all 4 there" }));
    await before.fill(first.getByRole("textbox", { name: "Peg: how many are there" }), "13");
    before.unmount();

    const app = await open(CONDITION, kit);
    const sheet = await openSheet(app, "Continue your report");
    expect(sheet.getByRole("checkbox", { name: "Tent pole: all 4 there" })).toBeChecked();
    const pegs = sheet.getByRole("textbox", { name: "Peg: how many are there" });
    expect(pegs).toHaveValue("13");
    await app.user.upload(sheet.getByLabelText("Choose other photos"), photo("a"));
    (await upload(0)).answer();
    await app.user.click(sheet.getByRole("radio", { name: "Good" }));
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    await waitFor(() => expect(pegs).toHaveAccessibleDescription("Please enter 12 or fewer"));
    await app.fill(pegs, "11");
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    const body = () => app.calls.find(({ method }) => method === "PUT")?.body;
    await waitFor(() =>
      expect(body()).toMatchObject({
        pieces: [
          { name: "Tent pole", count: 4 },
          { name: "Peg", count: 11 },
        ],
      }),
    );
  });

  it("[COND-01] the condition report screen keeps the other marks when one is removed, and moves the focus", async () => {
    const app = await open(CONDITION);
    const sheet = await openSheet(app);
    for (const [index, text] of ["Scratch", "Dent", "Stain"].entries()) {
      await app.user.click(sheet.getByRole("button", { name: "Add a mark" }));
      await app.fill(sheet.getByRole("textbox", { name: `Mark ${index + 1}` }), text);
    }
    await app.user.click(sheet.getByRole("button", { name: "Remove mark 2" }));
    expect(sheet.getByRole("button", { name: "Add a mark" })).toHaveFocus();
    const marks = sheet.getAllByRole("textbox", { name: /^Mark / });
    expect(marks.map((field) => (field as HTMLInputElement).value)).toEqual(["Scratch", "Stain"]);
    await app.user.upload(sheet.getByLabelText("Choose other photos"), photo("a"));
    (await upload(0)).answer();
    await app.user.click(sheet.getByRole("radio", { name: "Good" }));
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    const body = () => app.calls.find(({ method }) => method === "PUT")?.body;
    await waitFor(() =>
      expect(body()).toMatchObject({
        marks: [
          { description: "Scratch", photoId: null },
          { description: "Stain", photoId: null },
        ],
      }),
    );
  });

  it("the condition report screen says that the browser can't store the report, and goes on", async () => {
    const app = await open(CONDITION);
    const sheet = await openSheet(app);
    await app.user.upload(sheet.getByLabelText("Choose other photos"), photo("a"));
    expect(await sheet.findByText(/This browser can’t store your report/)).toBeVisible();
    (await upload(0)).answer();
    expect(await sheet.findByText("Verified")).toBeVisible();
  });

  it("[COND-01] [KIT-01] the condition report screen shows both reports with their pieces, known marks and who confirmed", async () => {
    const shown = rentalPhoto();
    const condition: BookingConditionView = {
      ...CONDITION,
      photos: [shown],
      reports: [
        conditionReport({
          photoIds: [shown.id],
          marks: [{ id: newId(), description: "Scratch on the left", photoId: shown.id, agreedAt: null }],
          pieces: [{ name: "Peg", count: 12 }],
          photoCode: { code: "123456", shownAt: "2026-06-04T13:08:00.000Z" },
        }),
        conditionReport({
          byRole: "owner",
          condition: "other",
          notes: "A little dusty",
          pieces: [{ name: "Peg", count: 10 }],
        }),
      ],
      knownMarks: [{ id: newId(), description: "Dent on the lid", agreedAt: "2026-01-02T12:00:00.000Z" }],
      confirmed: { ...CONDITION.confirmed, check_out: { renterAt: null, ownerAt: "2026-06-04T13:30:00.000Z" } },
      headSha256: HASHES.head,
      allowed: { report: ["check_out"], photos: ["pickup"], confirm: ["check_out"] },
    };
    const pieces = [{ name: "Peg", count: 12, priceCents: 150 }];
    await open(condition, { booking: { price: { ...BOOKING.price, pieces } } });
    const pickup = await card();
    expect(await pickup.findByText(/Dent on the lid/)).toBeVisible();
    const own = within(pickup.getByRole("article", { name: "Your report" }));
    expect(own.getByText("Good")).toBeVisible();
    expect(own.getByText(/^With Maya’s photo code from Thu, Jun 4/)).toBeVisible();
    expect(own.getByRole("img", { name: "Photo 1: The whole item" })).toHaveAttribute("src", shown.url);
    expect(own.getByText("Scratch on the left")).toBeVisible();
    expect(own.getByText("All are there.", { exact: false })).toBeVisible();
    const other = within(pickup.getByRole("article", { name: "Maya’s report" }));
    expect(other.getByText("A little dusty")).toBeVisible();
    expect(other.getByText("10 of 12 × Peg.", { exact: false })).toBeVisible();
    expect(pickup.getByText(/^Maya confirmed on Thu, Jun 4/)).toBeVisible();
    expect(pickup.getByText("You haven’t confirmed yet")).toBeVisible();
    expect(pickup.getByRole("button", { name: "Report again: Condition at pickup" })).toBeVisible();
  });

  it("[COND-01] the condition report screen confirms what the person saw, and says what was added since", async () => {
    const before: BookingConditionView = {
      ...CONDITION,
      reports: [conditionReport()],
      headSha256: HASHES.head,
      allowed: { report: [], photos: [], confirm: ["check_out"] },
    };
    const after = {
      ...before,
      reports: [...before.reports, conditionReport({ byRole: "owner" })],
      headSha256: HASHES.later,
    };
    let current = before;
    const app = await open(() => current, {
      answers: {
        [`POST ${path}/confirm-condition`]: ({ body }) => {
          const isSeen = (body as { headSha256: string }).headSha256 === HASHES.later;
          current = isSeen ? { ...after, allowed: CONDITION.allowed } : after;
          return isSeen ? current : refusal(409, "evidence_changed", "Something was added since you looked.");
        },
      },
    });
    await app.user.click(await (await card()).findByRole("button", { name: "Confirm the condition" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Confirm the condition at pickup?" }));
    await app.user.click(dialog.getByRole("button", { name: "Confirm the condition" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Maya added a report.");
    await app.user.click(dialog.getByRole("button", { name: "Confirm the condition" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await waitFor(() => expect(screen.getByRole("region", { name: "Condition at pickup" })).toHaveFocus());
    expect(app.callsTo(`POST ${path}/confirm-condition`).map(({ body }) => body)).toEqual([
      { phase: "check_out", headSha256: HASHES.head },
      { phase: "check_out", headSha256: HASHES.later },
    ]);
  });

  it("[COND-01] the condition report screen asks for the report before the receipt, which is then confirmed once", async () => {
    let condition: BookingConditionView = CONDITION;
    const app = await open(() => condition, {
      answers: {
        [`POST ${path}/hand-over`]: { ...SCHEDULED, id: bookingId, status: "in_possession", allowedActions: [] },
      },
    });
    const fetchOnce = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: string, init: RequestInit = {}) => {
      if (init.method !== "PUT") return fetchOnce(input, init);
      const { photoIds } = JSON.parse(String(init.body));
      condition = {
        ...CONDITION,
        photos: [rentalPhoto({ id: photoIds[0] })],
        reports: [conditionReport({ photoIds })],
      };
      return Response.json(condition);
    });
    await card();
    await app.user.click(screen.getByRole("button", { name: "Confirm receipt" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Report condition at pickup" }));
    expect(sheet.getByText(/^First report the condition with at least one photo\./)).toBeVisible();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await app.user.upload(sheet.getByLabelText("Choose a photo: The whole item"), photo("whole"));
    (await upload(0)).answer();
    await app.user.click(sheet.getByRole("radio", { name: "Good" }));
    await app.user.click(sheet.getByRole("button", { name: "Send report" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Do you have it?" }));
    expect(app.callsTo(`POST ${path}/hand-over`)).toEqual([]);
    await app.user.click(dialog.getByRole("button", { name: "Yes, I have it" }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect(app.callsTo(`POST ${path}/hand-over`)).toHaveLength(1);
  });

  it("[COND-01] the condition report screen confirms a receipt at once where the report is there", async () => {
    const shown = rentalPhoto();
    const report = conditionReport({ photoIds: [shown.id] });
    const app = await open({ ...CONDITION, photos: [shown], reports: [report] });
    await card();
    await app.user.click(screen.getByRole("button", { name: "Confirm receipt" }));
    expect(await screen.findByRole("alertdialog", { name: "Do you have it?" })).toBeVisible();
  });

  it("[COND-01] the condition report screen opens the report with the reason when the server finds no photo", async () => {
    const reason = "Report the item’s condition with at least one photo, then confirm receipt";
    let isRead = false;
    const shown = rentalPhoto();
    const reported = { ...CONDITION, photos: [shown], reports: [conditionReport({ photoIds: [shown.id] })] };
    const app = await open(() => (isRead ? CONDITION : reported), {
      answers: {
        [`POST ${path}/hand-over`]: () => {
          isRead = true;
          return refusal(409, "action_not_allowed", reason);
        },
      },
    });
    await card();
    await app.user.click(screen.getByRole("button", { name: "Confirm receipt" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await app.user.click(dialog.getByRole("button", { name: "Yes, I have it" }));
    const sheet = within(await screen.findByRole("dialog", { name: "Report condition at pickup" }));
    expect(sheet.getByText(`${reason}.`)).toBeVisible();
    expect(screen.queryByText("This is no longer possible")).toBeNull();
  });

  it("[COND-01] the condition report screen compares the photos of a shot with a slider that has a value in words", async () => {
    const [before, after] = [rentalPhoto(), rentalPhoto({ stage: "return", byRole: "owner" })];
    const app = await open({
      ...CONDITION,
      photos: [before, after],
      reports: [
        conditionReport({ photoIds: [before.id] }),
        conditionReport({ byRole: "owner", phase: "check_in", photoIds: [after.id] }),
      ],
      headSha256: HASHES.head,
    });
    await app.user.click(await screen.findByRole("button", { name: "Compare photos" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Compare photos" }));
    expect(dialog.getByRole("combobox", { name: "Photo" })).toHaveDisplayValue("The whole item");
    const slider = dialog.getByRole("slider", { name: "Move between before and after" });
    expect(slider).toHaveAttribute("aria-valuetext", "50% before, 50% after");
    expect(dialog.getByRole("img", { name: "The whole item, after" })).toHaveAttribute("src", after.url);
  });

  it("[EVID-01] the evidence dialog names the record that no longer matches, and offers admins the original", async () => {
    const shown = rentalPhoto({ codeShownAt: "2026-06-04T13:08:00.000Z" });
    const link = {
      position: 1,
      kind: "photo",
      subjectId: shown.id,
      byRole: "renter",
      at: shown.createdAt,
      contentSha256: HASHES.photo,
      previousSha256: HASHES.photo,
      sha256: HASHES.head,
      state: "changed",
      isSealed: false,
      isRemoved: false,
      problems: ["copy_changed"],
    };
    const lists = { links: [link], lostPositions: [], unlinkedIds: [], changedFacts: [] };
    const evidence = { state: "changed", isIntact: false, headSha256: HASHES.head, ...lists };
    const allowed = { report: [], photos: [], confirm: [] };
    const app = await open(
      { ...CONDITION, photos: [shown], reports: [conditionReport()], headSha256: HASHES.head, allowed },
      { booking: { role: "admin" }, answers: { [`GET ${path}/evidence`]: evidence } },
    );
    await app.user.click(await screen.findByRole("button", { name: "Evidence" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Evidence" }));
    expect(await dialog.findByText("Something was changed")).toBeVisible();
    expect(dialog.getByText("1. Photo: The whole item")).toBeVisible();
    expect(dialog.getByText(/^With Maya’s photo code from Thu, Jun 4/)).toBeVisible();
    expect(dialog.getByText("The photo shown here was changed.")).toBeVisible();
    expect(dialog.getByText(/^It’s from before keys were used/)).toBeVisible();
    await app.user.click(dialog.getByRole("button", { name: "Download the original of record 1" }));
    await app.user.click(dialog.getByRole("button", { name: "Download original" }));
    expect(await dialog.findByText("Please give a reason")).toBeVisible();
  });

  it("[EVID-01] the condition report screen compares a fingerprint from an email, and says what can't be checked", async () => {
    const link = {
      position: 1,
      kind: "removal",
      subjectId: rentalPhoto().id,
      byRole: "system",
      at: rentalPhoto().createdAt,
      contentSha256: HASHES.photo,
      previousSha256: HASHES.photo,
      sha256: HASHES.head,
      state: "not_checkable",
      isSealed: true,
      isRemoved: false,
      problems: [],
    };
    const lists = { links: [link], lostPositions: [], unlinkedIds: [], changedFacts: [] };
    const evidence = { state: "not_checkable", isIntact: false, headSha256: HASHES.head, ...lists };
    const hash = "0123456789abcdef".repeat(2);
    const allowed = { report: [], photos: [], confirm: [] };
    const app = await open(
      { ...CONDITION, reports: [conditionReport()], headSha256: HASHES.head, allowed },
      {
        answers: {
          [`GET ${path}/evidence`]: ({ search }: { search: URLSearchParams }) =>
            search.get("hash") === hash ? { ...evidence, mailedRecord: { hash, position: null } } : evidence,
        },
      },
    );
    await app.user.click(await screen.findByRole("button", { name: "Evidence" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Evidence" }));
    expect(await dialog.findByText("We can’t check all records")).toBeVisible();
    expect(dialog.getByText("1. Deleted photo")).toBeVisible();
    expect(dialog.getByText(/^We can’t check it, because we no longer have the key that sealed it/)).toBeVisible();
    const field = dialog.getByLabelText("Fingerprint from an email");
    await app.user.type(field, "0123");
    await app.user.click(dialog.getByRole("button", { name: "Compare" }));
    expect(await dialog.findByText(/^Enter the fingerprint as the email shows it/)).toBeVisible();
    await app.user.clear(field);
    await app.user.type(field, "0123 4567 89AB CDEF 0123 4567 89ab cdef");
    await app.user.click(dialog.getByRole("button", { name: "Compare" }));
    expect(await dialog.findByText("We don’t have this record")).toBeVisible();
    expect(dialog.getByText(/records were removed or rewritten after we sent it/)).toBeVisible();
  });

  it("[CLIENT-08] the condition report screen sends a photo again when the session ended and the user signs in over the page", async () => {
    const server = { isSignedIn: true };
    const app = await open(CONDITION, {
      answers: {
        "GET /api/auth/user": () => (server.isSignedIn ? PERSON : refusal(401, "unauthorized", "Unauthorized")),
        "GET /api/auth/options": { identityProvider: null },
        "POST /api/auth/email-signin": () => {
          server.isSignedIn = true;
          return { user: PERSON, token: "token" };
        },
      },
    });
    const sheet = await openSheet(app);
    const shot = within(sheet.getByText("The whole item").closest("li") as HTMLElement);
    await app.user.upload(shot.getByLabelText("Choose a photo: The whole item"), photo("whole"));
    const first = await upload(0);
    server.isSignedIn = false;
    first.answer(401, { message: "Unauthorized", code: "unauthorized" });
    const dialog = within(await screen.findByRole("dialog", { name: "Sign in to continue" }));
    await app.fill(await dialog.findByLabelText("Password"), "paddle-past-the-mill");
    await app.user.click(dialog.getByRole("button", { name: "Sign In" }));
    const second = await upload(1);
    expect([second.id, second.file.name]).toEqual([first.id, first.file.name]);
    second.answer();
    expect(await sheet.findByText("Verified")).toBeVisible();
    expect(uploads).toHaveLength(2);
  });

  it("the condition report screen shows nothing where nobody can report and nobody has", async () => {
    const allowed = { report: [], photos: [], confirm: [] };
    const app = await open({ ...CONDITION, allowed });
    await waitFor(() => expect(app.callsTo(`GET ${path}/condition`)).toHaveLength(1));
    expect(screen.queryByRole("region", { name: "Condition at pickup" })).toBeNull();
  });

  it("condition reports of a booking can be read again after a failure", async () => {
    let isDown = true;
    const app = await open(CONDITION, {
      answers: {
        [`GET ${path}/condition`]: () => (isDown ? refusal(404, "not_found", "Booking not found") : CONDITION),
      },
    });
    const region = within(await screen.findByRole("region", { name: "Condition" }));
    isDown = false;
    await app.user.click(region.getByRole("button", { name: "Try Again" }));
    expect(await (await card()).findByText(/Nobody has reported the condition yet/)).toBeVisible();
  });
});
