import { setTimeout as sleep } from "node:timers/promises";
import type { BookingConditionView, EvidenceView } from "@nexby/contract/bookings/condition";
import type { APIRequestContext, Browser, BrowserContext, Request } from "@playwright/test";
import { numbersFrom, type SeededNumbers } from "../../apps/server/src/testing/bookings/seeded-numbers.ts";
import { KillableServer } from "../setup/killable-server.ts";
import { createAccount } from "../support/accounts.ts";
import { readBooking, requestItem } from "../support/bookings.ts";
import { completeProfile, createListing } from "../support/listers.ts";
import { recordProblems } from "../support/page-problems.ts";
import { ReportingPhone } from "../support/reporting-phone.ts";
import { expect, keepStill, PHONE, test } from "../support/test.ts";

test.use(PHONE);

/** `npm run prove -- handoffs 100` interrupts that often. `npm test` leaves this file out. */
const INTERRUPTIONS = Number(process.env.PROVE_AMOUNT ?? 5);
const PER_RENTAL = 5;
const FIRST_SEED = Number(process.env.SEED ?? process.env.FIRST_SEED ?? 20_261_147);
const RENTALS = process.env.SEED ? 1 : Math.ceil(INTERRUPTIONS / PER_RENTAL);

/** What failed requests print. */
const EXPECTED_PROBLEMS = /net::ERR_|status of (409|503)/;
const PHASES = { check_out: "Condition at pickup", check_in: "Condition at return" } as const;
const PHOTOS_PER_REPORT = 2;
/** Long enough for the server to be anywhere in its work. */
const MAX_DELAY_MS = 200;

const KINDS = ["offline", "reload", "tab", "server"] as const;
/** "begun" is right after the person acted; the others follow the request that this causes. */
const MOMENTS = ["before", "begun", "sending", "answered"] as const;

type Interruption = {
  kind: (typeof KINDS)[number];
  moment: (typeof MOMENTS)[number];
  delayMs: number;
  /** Index of the person it happens to. The server is there for both. */
  victim: number;
  /** Whether the person also closes the tab while there is no connection. */
  closesTab: boolean;
};

type Step = {
  name: string;
  phones: readonly ReportingPhone[];
  /** Makes everything ready. Is not interrupted. */
  prepare: (phone: ReportingPhone) => Promise<void>;
  act: (phone: ReportingPhone) => Promise<void>;
  /** The page has taken what the person did. */
  taken: (phone: ReportingPhone) => Promise<void>;
  request: RegExp;
  /** Continues from what the page shows, until the step has taken effect. */
  finish: (phone: ReportingPhone) => Promise<void>;
};

let server: KillableServer;

test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  server = await KillableServer.start();
});

test.afterAll(async () => {
  await server.close();
});

async function openContext(browser: Browser, name: string) {
  const context = await browser.newContext({ baseURL: server.address });
  await keepStill(context);
  const problems = await recordProblems(context);
  const { email } = await createAccount(context.request, name);
  await server.database.query("update users set is_approved = true where email = $1", [email]);
  await completeProfile(context.request);
  return { context, problems };
}

async function startRental(renter: BrowserContext, owner: BrowserContext): Promise<string> {
  const item = await createListing(owner.request, { title: "Dome tent for two" });
  const { id } = await requestItem(renter.request, item.id);
  for (const verb of ["approve", "confirm-time"]) {
    expect((await owner.request.post(`/api/bookings/${id}/${verb}`, { data: {} })).status()).toBe(200);
  }
  await expect.poll(async () => (await readBooking(renter.request, id)).status).toBe("scheduled");
  return id;
}

function reportSteps(phones: readonly ReportingPhone[], cardName: string): Step[] {
  const photos = Array.from({ length: PHOTOS_PER_REPORT }, (_, index): Step => {
    return {
      name: `Photo ${index + 1}, ${cardName}`,
      phones,
      prepare: (phone) => phone.openSheet(cardName),
      act: (phone) => phone.takePhoto(cardName),
      taken: (phone) => phone.expectPhotos(cardName),
      request: /\/photos\/[^/]+$/,
      finish: (phone) => phone.expectVerified(cardName),
    };
  });
  const report: Step = {
    name: `Report, ${cardName}`,
    phones,
    prepare: (phone) => phone.fillIn(cardName),
    act: (phone) => phone.tapSend(),
    taken: async () => {},
    request: /\/condition-reports\/[^/]+$/,
    finish: (phone) => phone.expectSent(cardName),
  };
  return [...photos, report];
}

const actionStep = (phone: ReportingPhone, label: string, confirmLabel: string, status: string): Step => ({
  name: label,
  phones: [phone],
  prepare: () => phone.askTo(label),
  act: () => phone.answer(confirmLabel),
  taken: async () => {},
  request: /\/(hand-over|return)$/,
  finish: () => phone.expectStatus(status, label, confirmLabel),
});

/** Each kind once before any kind again, at random steps. */
function planInterruptions(numbers: SeededNumbers, steps: readonly Step[], count: number): Map<Step, Interruption> {
  const kinds = [...numbers.shuffled(KINDS), ...numbers.shuffled(KINDS)].slice(0, count);
  const indexes = numbers.shuffled(steps.map((_, index) => index));
  return new Map(
    kinds.map((kind, index) => {
      const step = steps[indexes[index] ?? 0] as Step;
      const isOutage = kind === "offline" || kind === "server";
      const interruption: Interruption = {
        kind,
        moment: numbers.pick(isOutage ? MOMENTS : MOMENTS.slice(1)),
        delayMs: numbers.between(0, MAX_DELAY_MS),
        victim: numbers.between(0, step.phones.length - 1),
        closesTab: isOutage && numbers.isHit(1 / 3),
      };
      return [step, interruption];
    }),
  );
}

async function reach({ page }: ReportingPhone, moment: Interruption["moment"], step: Step): Promise<unknown> {
  const isOwn = (request: Request) => request.method() !== "GET" && step.request.test(new URL(request.url()).pathname);
  if (moment === "sending") return page.waitForRequest(isOwn);
  if (moment === "answered") return page.waitForResponse((response) => isOwn(response.request()));
  return undefined;
}

async function beginInterruption({ kind }: Interruption, phone: ReportingPhone): Promise<void> {
  if (kind === "offline") await phone.context.setOffline(true);
  if (kind === "server") await server.kill();
  if (kind === "reload") await phone.page.reload();
  if (kind === "tab") await phone.closeTab();
}

async function endInterruption({ kind, closesTab }: Interruption, phone: ReportingPhone, step: Step): Promise<void> {
  if (closesTab) {
    await step.taken(phone);
    await phone.closeTab();
  }
  if (kind === "offline") await phone.context.setOffline(false);
  if (kind === "server") await server.startAgain();
  if (kind === "tab" || closesTab) await phone.openTab();
}

/** All people of a step act at the same time. */
async function perform(step: Step, interruption: Interruption | undefined): Promise<void> {
  const { phones, prepare, act, finish } = step;
  await Promise.all(phones.map(prepare));
  const victim = phones[interruption?.victim ?? 0] as ReportingPhone;
  const moment = interruption?.moment ?? "begun";
  const reached = reach(victim, moment, step);
  if (interruption && moment === "before") await beginInterruption(interruption, victim);
  await Promise.all(phones.map(act));
  await reached;
  if (interruption) {
    if (moment === "begun") await step.taken(victim);
    if (moment === "sending") await sleep(interruption.delayMs);
    if (moment !== "before") await beginInterruption(interruption, victim);
    await endInterruption(interruption, victim, step);
  }
  await Promise.all(phones.map(finish));
}

async function read<Body>(request: APIRequestContext, path: string): Promise<Body> {
  const response = await request.get(path);
  expect(response.status(), path).toBe(200);
  return (await response.json()) as Body;
}

/** The server has exactly what the people made, byte for byte. */
async function expectNothingLostOrDoubled(id: string, renter: ReportingPhone, owner: ReportingPhone): Promise<void> {
  const { request } = renter.context;
  const { reports, photos } = await read<BookingConditionView>(request, `/api/bookings/${id}/condition`);
  const hashOf = (photoId: string) => photos.find((photo) => photo.id === photoId)?.originalSha256;
  const made = Object.entries(PHASES).flatMap(([phase, cardName]) =>
    Object.entries({ renter, owner }).map(([byRole, phone]) => {
      return { phase, byRole, notes: phone.notesFor(cardName), hashes: phone.taken.get(cardName) };
    }),
  );
  const byNotes = (one: { notes: string | null }, other: { notes: string | null }) =>
    String(one.notes).localeCompare(String(other.notes));
  const stored = reports.map(({ phase, byRole, notes, photoIds }) => {
    return { phase, byRole, notes, hashes: photoIds.map(hashOf) };
  });
  expect(stored.toSorted(byNotes)).toEqual(made.toSorted(byNotes));
  const hashes = made.flatMap((report) => report.hashes ?? []);
  expect(photos.map(({ originalSha256 }) => originalSha256).toSorted()).toEqual(hashes.toSorted());

  const { rows } = await server.database.query(
    `select (select count(*)::int from evidence_photos where booking_id = $1) as photos,
       (select count(*)::int from booking_condition_reports where booking_id = $1) as reports,
       (select count(*)::int from evidence_links where booking_id = $1) as links`,
    [id],
  );
  const counts = { photos: hashes.length, reports: made.length, links: hashes.length + made.length };
  expect(rows).toEqual([counts]);
  // Reads every file again and compares its hash.
  const evidence = await read<EvidenceView>(request, `/api/bookings/${id}/evidence`);
  expect(evidence).toMatchObject({ isIntact: true, lostPositions: [], unlinkedIds: [] });
  expect(evidence.links).toHaveLength(counts.links);
}

for (let rental = 0; rental < RENTALS; rental += 1) {
  const seed = FIRST_SEED + rental;
  const count = Math.min(PER_RENTAL, INTERRUPTIONS - rental * PER_RENTAL);
  test(`[COND-01] two phones neither lose nor double a photo or a report through ${count} random interruptions of a rental (SEED=${seed})`, async ({
    browser,
  }) => {
    const [renting, owning] = [await openContext(browser, "Omar Haddad"), await openContext(browser, "Maya Rivera")];
    const id = await startRental(renting.context, owning.context);
    const renter = await ReportingPhone.open(renting.context, "Omar", id);
    const owner = await ReportingPhone.open(owning.context, "Maya", id);
    const steps = [
      ...reportSteps([renter, owner], PHASES.check_out),
      actionStep(renter, "Confirm receipt", "Yes, I have it", "in_possession"),
      actionStep(renter, "Mark as returned", "Mark as returned", "return_submitted"),
      ...reportSteps([renter, owner], PHASES.check_in),
    ];
    const plan = planInterruptions(numbersFrom(seed), steps, count);
    for (const step of steps) {
      const interruption = plan.get(step);
      if (interruption) process.stdout.write(`${seed} ${step.name}: ${JSON.stringify(interruption)}\n`);
      await perform(step, interruption);
    }

    await expectNothingLostOrDoubled(id, renter, owner);
    for (const { page } of [renter, owner]) {
      await page.getByRole("button", { name: "Evidence" }).tap();
      await expect(page.getByRole("dialog", { name: "Evidence" })).toContainText("Everything matches");
    }
    const problems = [...renting.problems, ...owning.problems];
    expect(problems.filter((problem) => !EXPECTED_PROBLEMS.test(problem))).toEqual([]);
    for (const { context } of [renting, owning]) await context.close();
  });
}
