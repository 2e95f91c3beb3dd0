import type { HandoffCodeView } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { codeStepAt } from "@nexby/domain/handoffs/handoff-code";
import { act, screen, within } from "@testing-library/react";
import { generate } from "lean-qr";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { digitsOf } from "../../components/product/one-time-code.tsx";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { type Answers, inTurn, noNetwork, refusal, renderApp } from "../../testing/render-app.tsx";
import { getBooking } from "./api.ts";
import { codeAddress, codeInHash, scannedCode } from "./handoff-digits.ts";

const PATH = `/api/bookings/${BOOKING.id}`;
const SCHEDULED: BookingDetailView = {
  ...BOOKING,
  status: "scheduled",
  approvalStatus: "approved",
  paymentStatus: "captured",
  nextStep: { code: "pickup", by: "renter", until: null },
  allowedActions: ["cancel", "use_code", "hand_over"],
};
const STARTED: BookingDetailView = {
  ...SCHEDULED,
  status: "in_possession",
  rentalStatus: "active",
  nextStep: { code: "return", by: "renter", until: BOOKING.endAt },
  allowedActions: ["use_code", "submit_return"],
  version: 2,
};
const CODE: HandoffCodeView = { kind: "pickup", key: btoa("12345678901234567890123456789012"), isLocked: false };

async function open(answers: Answers = {}, booking = SCHEDULED, hash = "") {
  const app = renderApp(
    `/my-bookings/${BOOKING.id}${hash}`,
    {
      [`GET ${PATH}`]: booking,
      [`GET ${PATH}/handoff-code`]: CODE,
      "GET /api/bookings/counts": null,
      "GET /api/map": { styleUrl: null },
      ...answers,
    },
    { user: {} },
  );
  const card = within(await screen.findByRole("region", { name: /code$/, hidden: true }));
  return { ...app, card };
}

const dialogNamed = async (name: string) => within(await screen.findByRole("alertdialog", { name }));

async function openShown(answers: Answers = {}) {
  const app = await open(answers);
  await app.user.click(app.card.getByRole("button", { name: "Show code" }));
  return { ...app, dialog: await dialogNamed("Show this code to Maya") };
}

async function openEntry(answers: Answers = {}) {
  const app = await open(answers);
  await app.user.click(app.card.getByRole("button", { name: "Enter code" }));
  const dialog = await dialogNamed("Enter Maya’s code");
  return { ...app, dialog, field: dialog.getByRole("textbox", { name: "Six-digit code" }) };
}

/** The digits may have changed since they were drawn. */
async function shownDigits() {
  const now = codeStepAt(Date.now());
  const digits = await Promise.all([now - 1, now].map((step) => digitsOf(CODE.key, step)));
  return digits.map((one) => `Your code: ${[...one].join(" ")}`);
}

describe("[CODE-01] showing a handoff code", () => {
  it("showing a handoff code shows six digits for the current minute and a QR code", async () => {
    const { dialog } = await openShown();
    const code = await dialog.findByText(/^Your code:/);
    expect(await shownDigits()).toContain(code.textContent);
    expect(dialog.getByText(/^\d{3} \d{3}$/)).toBeVisible();
    expect(dialog.getByRole("img", { name: "QR code with the same code" })).toBeVisible();
    expect(dialog.getByText(/^Changes in \d+ seconds?$/)).toBeVisible();
  });

  it("the dialog shows a QR code of the same digits, with a border of four squares", async () => {
    const { dialog } = await openShown();
    const code = await dialog.findByText(/^Your code:/);
    const picture = dialog.getByRole("img", { name: "QR code with the same code" });
    const digits = code.textContent?.replaceAll(/\D/g, "") ?? "";
    const squares = generate(codeAddress(location.origin, BOOKING.id, digits));
    const indices = Array.from({ length: squares.size }, (_, index) => index);
    const dark = indices.flatMap((y) => indices.filter((x) => squares.get(x, y)).map((x) => `${x + 4} ${y + 4}`));
    const drawn = picture.querySelector("path")?.getAttribute("d") ?? "";
    expect([...drawn.matchAll(/M(-?\d+ -?\d+)h1v1h-1z/g)].map(([, at]) => at)).toEqual(dark);
    expect(picture).toHaveAttribute("viewBox", `0 0 ${squares.size + 8} ${squares.size + 8}`);
  });

  it("showing a handoff code needs no connection once the page is loaded", async () => {
    let isOffline = false;
    const { user, card, callsTo } = await open({
      [`GET ${PATH}/handoff-code`]: () => (isOffline ? noNetwork() : CODE),
      [`GET ${PATH}`]: () => (isOffline ? noNetwork() : SCHEDULED),
    });
    await expect.poll(() => callsTo(`GET ${PATH}/handoff-code`).length).toBe(1);
    isOffline = true;
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await user.click(card.getByRole("button", { name: "Show code" }));
    const dialog = await dialogNamed("Show this code to Maya");
    const code = await dialog.findByText(/^Your code:/);
    expect(await shownDigits()).toContain(code.textContent);
    expect(dialog.getByRole("status")).toHaveTextContent("You’re offline. The code still works");
    expect(callsTo(`GET ${PATH}/handoff-code`)).toHaveLength(1);
  });

  it("showing a handoff code says when the code couldn't be loaded, and tries again", async () => {
    const { user, dialog } = await openShown({
      [`GET ${PATH}/handoff-code`]: inTurn<Response | object>(
        () => refusal(409, "action_not_allowed", "This isn’t possible right now."),
        () => CODE,
      ),
    });
    expect(await dialog.findByRole("alert")).toHaveTextContent("We couldn’t load your code.");
    await user.click(dialog.getByRole("button", { name: "Try again" }));
    expect(await dialog.findByText(/^Your code:/)).toBeInTheDocument();
  });

  it("showing a handoff code asks for a new code after five incorrect tries", async () => {
    const { user, dialog, callsTo } = await openShown({
      [`GET ${PATH}/handoff-code`]: { ...CODE, isLocked: true },
      [`POST ${PATH}/handoff-code`]: CODE,
    });
    expect(await dialog.findByRole("alert")).toHaveTextContent("Five incorrect codes were entered.");
    expect(dialog.queryByText(/^Your code:/)).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Get a new code" }));
    expect(await dialog.findByText(/^Your code:/)).toBeInTheDocument();
    expect(callsTo(`POST ${PATH}/handoff-code`)).toHaveLength(1);
  });

  it("showing a handoff code fetches the code again when the booking changes, because five incorrect tries lock it", async () => {
    let isLocked = false;
    const { client, dialog } = await openShown({ [`GET ${PATH}/handoff-code`]: () => ({ ...CODE, isLocked }) });
    await dialog.findByText(/^Your code:/);
    isLocked = true;
    act(() => {
      client.setQueryData(getBooking(BOOKING.id).queryKey, { ...SCHEDULED, version: SCHEDULED.version + 1 });
    });
    expect(await dialog.findByRole("alert")).toHaveTextContent("Five incorrect codes were entered.");
  });

  it("showing a handoff code closes and says so as soon as the other person has entered it", async () => {
    const { client, dialog } = await openShown();
    await dialog.findByText(/^Your code:/);
    act(() => {
      client.setQueryData(getBooking(BOOKING.id).queryKey, STARTED);
    });
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect((await screen.findAllByText("Handoff confirmed"))[0]).toBeVisible();
    expect(await screen.findByRole("region", { name: "Return code" })).toBeVisible();
  });

  it("showing a handoff code is not offered when the server doesn't allow it", async () => {
    renderApp(
      `/my-bookings/${BOOKING.id}`,
      { [`GET ${PATH}`]: { ...SCHEDULED, allowedActions: ["cancel"] }, "GET /api/bookings/counts": null },
      { user: {} },
    );
    await screen.findByRole("region", { name: "What happens next" });
    expect(screen.queryByRole("button", { name: "Show code" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Enter code" })).toBeNull();
  });
});

describe("[CODE-01] entering a handoff code", () => {
  it("entering a handoff code confirms the handoff with six digits, typed with or without a space", async () => {
    let isStarted = false;
    const { user, fill, dialog, field, callsTo } = await openEntry({
      [`GET ${PATH}`]: () => (isStarted ? STARTED : SCHEDULED),
      [`POST ${PATH}/enter-code`]: () => {
        isStarted = true;
        return STARTED;
      },
    });
    expect(field).toHaveFocus();
    expect(field).toHaveAttribute("autocomplete", "one-time-code");
    expect(field).toHaveAttribute("inputmode", "numeric");
    await fill(field, "123 456");
    await user.click(dialog.getByRole("button", { name: "Confirm handoff" }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    expect(callsTo(`POST ${PATH}/enter-code`).map(({ body }) => body)).toEqual([{ kind: "pickup", code: "123456" }]);
    expect((await screen.findAllByText("Handoff confirmed"))[0]).toBeVisible();
  });

  it("entering a handoff code asks for all six digits before it sends anything", async () => {
    const { user, fill, dialog, field, callsTo } = await openEntry();
    await fill(field, "12345");
    await user.click(dialog.getByRole("button", { name: "Confirm handoff" }));
    expect(await dialog.findByText("Enter the six digits of the code")).toBeVisible();
    expect(callsTo(`POST ${PATH}/enter-code`)).toEqual([]);
  });

  it.each([
    [422, "wrong_handoff_code", "This code is incorrect. You have 4 tries left."],
    [422, "handoff_code_expired", "This code has expired. Enter the one that’s shown now. You have 3 tries left."],
    [409, "handoff_code_locked", "Too many incorrect codes. Ask the other person to get a new code."],
  ])(
    "entering a handoff code shows the reason at the field and keeps the digits: %i %s",
    async (status, code, message) => {
      const { user, fill, dialog, field } = await openEntry({
        [`POST ${PATH}/enter-code`]: () => refusal(status, code, message, [{ field: "code", message }]),
      });
      await fill(field, "123456");
      await user.click(dialog.getByRole("button", { name: "Confirm handoff" }));
      expect(await dialog.findByText(message)).toBeVisible();
      expect(field).toHaveFocus();
      expect(field).toHaveValue("123456");
    },
  );

  it("entering a handoff code shows the new state and why when the booking has changed", async () => {
    let isChanged = false;
    const message = "This booking has changed. Reload the page to see its current status.";
    const { user, fill, dialog, field } = await openEntry({
      [`GET ${PATH}`]: () => (isChanged ? STARTED : SCHEDULED),
      [`POST ${PATH}/enter-code`]: () => {
        isChanged = true;
        return refusal(409, "action_not_allowed", message);
      },
    });
    await fill(field, "123456");
    await user.click(dialog.getByRole("button", { name: "Confirm handoff" }));
    expect(await screen.findByText(`${message} Here’s the current status.`)).toBeVisible();
    expect(await screen.findByRole("region", { name: "Return code" })).toBeVisible();
  });

  it("entering a handoff code fills in the digits of a QR code that opened the page, and removes them from the address", async () => {
    const { user, card } = await open({}, SCHEDULED, "#code=012345");
    const dialog = await dialogNamed("Enter Maya’s code");
    expect(dialog.getByRole("textbox", { name: "Six-digit code" })).toHaveValue("012345");
    expect(location.hash).toBe("");
    await user.click(dialog.getByRole("button", { name: "Not now" }));
    await user.click(card.getByRole("button", { name: "Enter code" }));
    const again = await dialogNamed("Enter Maya’s code");
    expect(again.getByRole("textbox", { name: "Six-digit code" })).toHaveValue("");
  });
});

describe("[CODE-01] scanning a handoff code", () => {
  function useCamera(texts: readonly string[], problem?: DOMException) {
    const stop = vi.fn();
    const getUserMedia = async () => {
      if (problem) throw problem;
      // The test DOM's streams can't list their tracks.
      return Object.assign(new MediaStream(), { getTracks: () => [{ stop }] });
    };
    let reads = 0;
    class Detector {
      detect = async () => {
        const rawValue = texts[Math.min(reads, texts.length - 1)];
        reads += 1;
        return rawValue === undefined ? [] : [{ rawValue }];
      };
    }
    vi.stubGlobal("BarcodeDetector", Detector);
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, "mediaDevices"));
    vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue(undefined);
    return { stop };
  }

  it("scanning a handoff code is only offered by browsers that can", async () => {
    const { dialog } = await openEntry();
    expect(dialog.queryByRole("button", { name: "Scan QR code" })).toBeNull();
  });

  it("scanning a handoff code skips codes of other bookings, then fills in the digits for the person to confirm", async () => {
    const { stop } = useCamera([
      codeAddress(location.origin, "another", "999999"),
      codeAddress(location.origin, BOOKING.id, "012345"),
    ]);
    const { user, dialog, field, callsTo } = await openEntry();
    await user.click(dialog.getByRole("button", { name: "Scan QR code" }));
    await expect.poll(() => (field as HTMLInputElement).value).toBe("012345");
    expect(await dialog.findByText("Code scanned. Now confirm it.")).toBeVisible();
    await expect.poll(() => stop.mock.calls.length).toBe(1);
    expect(callsTo(`POST ${PATH}/enter-code`)).toEqual([]);
  });

  it("scanning a handoff code doesn't ask to confirm scanned digits that were rejected", async () => {
    useCamera([codeAddress(location.origin, BOOKING.id, "012345")]);
    const message = "This code is incorrect. You have 4 tries left.";
    const { user, dialog } = await openEntry({
      [`POST ${PATH}/enter-code`]: () => refusal(422, "wrong_handoff_code", message, [{ field: "code", message }]),
    });
    await user.click(dialog.getByRole("button", { name: "Scan QR code" }));
    await dialog.findByText("Code scanned. Now confirm it.");
    await user.click(dialog.getByRole("button", { name: "Confirm handoff" }));
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.queryByText("Code scanned. Now confirm it.")).toBeNull();
  });

  it("scanning a handoff code says how to go on without the camera", async () => {
    useCamera([], new DOMException("Denied", "NotAllowedError"));
    const { user, dialog, field } = await openEntry();
    await user.click(dialog.getByRole("button", { name: "Scan QR code" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("We can’t use the camera.");
    expect(field).toBeVisible();
  });
});

describe("[CODE-01] the digits of a handoff code", () => {
  it.each([
    [0x1, "119246"],
    [0x23_52_3e_c, "084774"],
    [0x23_52_3e_d, "062674"],
    [0x27_3e_f0_7, "819424"],
    [0x3f_94_0a_a, "698825"],
    [0x27_bc_86_aa, "737706"],
  ])("the digits of a handoff code are those of RFC 6238 with SHA-256 for step %i", async (step, digits) => {
    expect(await digitsOf(CODE.key, step)).toBe(digits);
  });
});

describe("[CODE-01] the QR code of a handoff code", () => {
  it("the QR code of a handoff code opens the booking with the digits behind the #, which the server never sees", () => {
    const address = new URL(codeAddress("https://nexby.example", BOOKING.id, "012345"));
    expect(address.pathname).toBe(`/my-bookings/${BOOKING.id}`);
    expect(address.search).toBe("");
    expect(codeInHash(address.hash)).toBe("012345");
  });

  it("the QR code of a handoff code is read by the other person's scanner", () => {
    expect(scannedCode(codeAddress("https://nexby.example", BOOKING.id, "012345"), BOOKING.id)).toBe("012345");
  });

  it.each([
    ["another booking", codeAddress("https://nexby.example", "another", "012345")],
    ["another page", "https://nexby.example/#code=012345"],
    ["too few digits", `https://nexby.example/my-bookings/${BOOKING.id}#code=12345`],
    ["no code", `https://nexby.example/my-bookings/${BOOKING.id}`],
    ["no address", "012345"],
  ])("the QR code of a handoff code is rejected for %s", (_, text) => {
    expect(scannedCode(text, BOOKING.id)).toBeNull();
  });
});
