import { type CDPSession, chromium } from "@playwright/test";
import type { BrowserChoice } from "../e2e/setup/find-browser.ts";
import { type Metric, onServer, report, visitInRounds } from "./page-rounds.ts";

/** The cost of a first visit to the landing page, until the network is idle. */
type Visit = { largestPaintMs: number; layoutShift: number; scriptBytes: number; requests: number };

const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const SLOWDOWN = 4;
/** Extra time for requests that the page starts when idle. */
const AFTER_IDLE_MS = 1_000;
/** The limit is for gzip, which every client supports; brotli is smaller. */
const GZIP_ONLY = { "accept-encoding": "gzip" };
const PHONE = { width: 390, height: 844 };

/** Launches a new browser, so that nothing is cached. */
async function measureLanding(address: string, { executablePath, libraries }: BrowserChoice): Promise<Visit> {
  const browser = await chromium.launch({
    executablePath,
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    ...(libraries && { env: { ...process.env, LD_LIBRARY_PATH: libraries } }),
  });
  try {
    const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, extraHTTPHeaders: GZIP_ONLY });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await trackTraffic(session, new URL(address).origin);
    await slowDown(session);
    await page.addInitScript(observePaints);
    await page.goto(address, { waitUntil: "networkidle" });
    await page.waitForTimeout(AFTER_IDLE_MS);
    const paints = await page.evaluate(() => Reflect.get(globalThis, "nexbyPaints") as PaintRecord);
    return { ...paints, ...traffic() };
  } finally {
    await browser.close();
  }
}

type PaintRecord = Pick<Visit, "largestPaintMs" | "layoutShift">;

/** Runs inside the page. */
function observePaints(): void {
  const record: PaintRecord = { largestPaintMs: 0, layoutShift: 0 };
  Reflect.set(globalThis, "nexbyPaints", record);
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) record.largestPaintMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) record.layoutShift += Number(Reflect.get(entry, "value"));
  }).observe({ type: "layout-shift", buffered: true });
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

/** Counts requests to the origin and the transferred bytes of its scripts, without headers. */
async function trackTraffic(
  session: CDPSession,
  origin: string,
): Promise<() => Pick<Visit, "scriptBytes" | "requests">> {
  const scripts = new Set<string>();
  let [scriptBytes, requests] = [0, 0];
  session.on("Network.requestWillBeSent", ({ request, requestId, type }) => {
    if (!request.url.startsWith(`${origin}/`)) return;
    requests += 1;
    if (type === "Script" || /\.js$/.test(new URL(request.url).pathname)) scripts.add(requestId);
  });
  session.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await session.send("Network.enable");
  return () => ({ scriptBytes, requests });
}

const atMost = (name: string, limit: number, unit: string, of: (visit: Visit) => number): Metric<Visit> => ({
  name,
  of,
  isMet: (value) => value <= limit,
  limit: `at most ${limit} ${unit}`.trim(),
});

const METRICS = [
  atMost("Largest contentful paint", 1200, "ms", ({ largestPaintMs }) => largestPaintMs),
  atMost("Cumulative layout shift", 0.02, "", ({ layoutShift }) => layoutShift),
  atMost("JavaScript (gzip)", 106, "kB", ({ scriptBytes }) => scriptBytes / 1000),
  atMost("Same-origin requests", 15, "", ({ requests }) => requests),
];

await onServer(async ({ address, browser }) => {
  process.stdout.write(`${address}/ at 1.6 Mbit/s, 150 ms, 4x CPU slowdown\n\n`);
  report(await visitInRounds(() => measureLanding(address, browser)), METRICS);
});
