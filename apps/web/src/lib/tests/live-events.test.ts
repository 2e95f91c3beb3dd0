import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { pauseBefore, refreshBookings, streamEvents } from "../live-events.ts";

/** Fake connection through which the test sends events. */
class FakeSource {
  readonly address: string;
  isClosed = false;
  private readonly listeners = new Map<string, (event: Event) => void>();

  constructor(address: string) {
    this.address = address;
  }
  addEventListener(type: string, listener: (event: never) => void) {
    this.listeners.set(type, listener as (event: Event) => void);
  }
  close() {
    this.isClosed = true;
  }
  emit(type: string, id = "", data: unknown = {}) {
    this.listeners.get(type)?.({ lastEventId: id, data: JSON.stringify(data) } as MessageEvent);
  }
  get query() {
    return Object.fromEntries(new URLSearchParams(this.address.split("?")[1]));
  }
}

const ITEM = "item:0190a0a0-0000-7000-8000-000000000001" as const;
let sources: FakeSource[];
let received: unknown[];
let gaps: number;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  sources = [];
  received = [];
  gaps = 0;
  stop = streamEvents({
    topics: [ITEM],
    handlers: { availability_changed: (data) => received.push(data) },
    onGap: () => {
      gaps += 1;
    },
    open: (address) => {
      const source = new FakeSource(address);
      sources.push(source);
      return source as unknown as EventSource;
    },
    random: () => 1,
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const latest = () => sources.at(-1) ?? new FakeSource("");

describe("streamEvents", () => {
  test("requests its topics and passes events to their handlers", () => {
    expect(latest().address.startsWith("/api/events?")).toBe(true);
    expect(latest().query).toEqual({ topics: ITEM, timeZone: "UTC" });
    latest().emit("availability_changed", "7-1", { itemId: "x" });
    expect(received).toEqual([{ itemId: "x" }]);
  });

  test("streamEvents resumes after the last received event when it reconnects", () => {
    latest().emit("welcome", "6-0");
    latest().emit("availability_changed", "7-1");
    latest().emit("error");
    expect(latest().isClosed).toBe(true);
    vi.advanceTimersByTime(500);
    expect(sources).toHaveLength(2);
    expect(latest().query).toMatchObject({ topics: ITEM, lastEventId: "7-1" });
  });

  test("streamEvents waits longer after each failure, at most half a minute, and briefly again after a welcome", () => {
    for (const pause of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = sources.length;
      latest().emit("error");
      vi.advanceTimersByTime(pause - 1);
      expect(sources).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sources).toHaveLength(before + 1);
    }
    latest().emit("welcome_back", "7-1");
    latest().emit("error");
    const before = sources.length;
    vi.advanceTimersByTime(500);
    expect(sources).toHaveLength(before + 1);
  });

  test("streamEvents reports a gap at the start and after a long absence, but not after a short one", () => {
    latest().emit("welcome", "6-0");
    expect(gaps).toBe(1);
    latest().emit("welcome_back", "6-0");
    expect(gaps).toBe(1);
    latest().emit("reload", "9-0");
    expect(gaps).toBe(2);
  });

  test("neither listens nor reconnects once stopped", () => {
    latest().emit("error");
    stop();
    vi.advanceTimersByTime(60_000);
    expect(sources).toHaveLength(1);
    expect(latest().isClosed).toBe(true);
  });
});

test.each([
  [0, 0, 250],
  [0, 1, 500],
  [3, 0.5, 3_000],
  [20, 1, 30_000],
])("the pause before attempt %i with random value %d is %d ms", (attempt, random, pause) => {
  expect(pauseBefore(attempt, random)).toBe(pause);
});

test("a booking that changes while a page first loads it is loaded again", async () => {
  const client = new QueryClient();
  const answers: ((status: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey: ["/api/bookings/1"], queryFn });
  const leave = observer.subscribe(() => undefined);
  const refreshed = refreshBookings(client);
  answers[0]?.("scheduled");
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveLength(2);
  answers[1]?.("in_possession");
  await refreshed;
  expect(observer.getCurrentResult().data).toBe("in_possession");
  leave();
  client.clear();
});
