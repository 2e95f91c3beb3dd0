import { describe, expect, test } from "vitest";
import { createUnreadCheck } from "./unread-responses.ts";

describe("a connection whose client does not read", () => {
  const connection = (written: number, waiting: number, queued: number) => ({
    ...{ bytesWritten: written, writableLength: waiting },
    _handle: { writeQueueSize: queued },
  });

  test("a connection whose client does not read is noticed after as many checks without progress as it may have", () => {
    const isUnread = createUnreadCheck(3);
    expect([1, 2, 3, 4].map(() => isUnread(connection(900, 800, 700)))).toEqual([false, false, false, true]);
  });

  test("a connection whose client does not read has made progress when the system took part of a large write", () => {
    const isUnread = createUnreadCheck(3);
    for (let queued = 700; queued > 0; queued -= 1) expect(isUnread(connection(900, 800, queued))).toBe(false);
  });

  test("a connection whose client does not read has made progress when one write ended and the next began with as much", () => {
    const isUnread = createUnreadCheck(3);
    for (let written = 0; written < 100; written += 1) expect(isUnread(connection(written, 0.5, 0.5))).toBe(false);
  });

  test("a connection whose client does not read makes no progress by what we write ourselves, such as an event stream's heartbeats", () => {
    const isUnread = createUnreadCheck(3);
    const beats = [1, 2, 3, 4].map((beat) => isUnread(connection(900 + 14 * beat, 800 + 14 * beat, 700)));
    expect(beats).toEqual([false, false, false, true]);
  });

  test("a connection whose client does not read is left alone while nothing waits, however long", () => {
    const isUnread = createUnreadCheck(3);
    for (let check = 0; check < 10; check += 1) expect(isUnread(connection(900, 0, 0))).toBe(false);
  });

  test("a connection whose client does not read starts over after it has read everything", () => {
    const isUnread = createUnreadCheck(3);
    for (let check = 0; check < 3; check += 1) isUnread(connection(900, 800, 700));
    isUnread(connection(900, 0, 0));
    expect([1, 2, 3].map(() => isUnread(connection(900, 800, 700)))).toEqual([false, false, false]);
  });

  test("a connection whose client does not read is also noticed where the system's queue is unknown", () => {
    const isUnread = createUnreadCheck(1);
    const unknown = { bytesWritten: 900, writableLength: 800, _handle: null };
    expect([isUnread(unknown), isUnread(unknown)]).toEqual([false, true]);
  });
});
