import type { EvidenceView } from "@nexby/contract/bookings/condition";
import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { BOOKING } from "../../testing/booking.fixture.ts";
import { CONDITION, conditionReport, HASHES, rentalPhoto } from "../../testing/condition.fixture.ts";
import { refusal, renderApp } from "../../testing/render-app.tsx";

const PATH = `/api/bookings/${BOOKING.id}`;
const PHOTO = rentalPhoto();
const ORIGINAL = `POST /api/admin/bookings/${BOOKING.id}/photos/${PHOTO.id}/original`;
const REASON = "The renter contests the claim";

const EVIDENCE: EvidenceView = {
  state: "intact",
  isIntact: true,
  headSha256: HASHES.head,
  links: [
    {
      position: 1,
      kind: "photo",
      subjectId: PHOTO.id,
      byRole: "renter",
      at: PHOTO.createdAt,
      contentSha256: HASHES.photo,
      previousSha256: HASHES.photo,
      sha256: HASHES.head,
      state: "intact",
      isSealed: true,
      isRemoved: false,
      problems: [],
    },
  ],
  lostPositions: [],
  unlinkedIds: [],
  changedFacts: [],
};

async function openForm(answer: () => Response) {
  const app = renderApp(
    `/my-bookings/${BOOKING.id}`,
    {
      [`GET ${PATH}`]: { ...BOOKING, role: "admin", status: "return_submitted", allowedActions: [] },
      [`GET ${PATH}/condition`]: {
        ...CONDITION,
        photos: [PHOTO],
        reports: [conditionReport()],
        headSha256: HASHES.head,
        allowed: { report: [], photos: [], confirm: [] },
      },
      [`GET ${PATH}/evidence`]: EVIDENCE,
      "GET /api/bookings/counts": null,
      "GET /api/map": { styleUrl: null },
      [ORIGINAL]: answer,
    },
    { user: { isAdmin: true } },
  );
  await app.user.click(await screen.findByRole("button", { name: "Evidence" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Evidence" }));
  await app.user.click(await dialog.findByRole("button", { name: "Download the original of record 1" }));
  const reason = dialog.getByRole("textbox", { name: "Reason" });
  await app.fill(reason, REASON);
  return {
    ...app,
    dialog,
    reason,
    send: () => app.user.click(dialog.getByRole("button", { name: "Download original" })),
  };
}

it("[EVID-01] an admin's reason is sent for an original, which is then saved as a file", async () => {
  const saved: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:original");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { dialog, send, callsTo } = await openForm(() => new Response("the original"));
  await send();
  expect(await dialog.findByRole("button", { name: "Download the original of record 1" })).toBeVisible();
  expect(saved).toEqual([`original-${PHOTO.id}`]);
  expect(callsTo(ORIGINAL).map(({ body }) => body)).toEqual([{ reason: REASON }]);
});

it("[EVID-01] an original that can't be opened says why and keeps the reason", async () => {
  const { dialog, reason, send } = await openForm(() => refusal(409, "action_not_allowed", "There is no dispute"));
  await send();
  expect(await dialog.findByText("There is no dispute")).toBeVisible();
  expect(reason).toHaveValue(REASON);
});
