import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScrollArea } from "./scroll-area.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("[CONST-04] a scroll area hides its scrollbar 600 ms after the last scrolling", () => {
  render(<ScrollArea role="region" aria-label="Terms" />);
  const area = screen.getByRole("region", { name: "Terms" });
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  const isShown = () => area.dataset.scrolling === "true";
  expect(isShown()).toBe(false);
  fireEvent.scroll(area);
  pass(400);
  fireEvent.scroll(area);
  pass(599);
  expect(isShown()).toBe(true);
  pass(1);
  expect(isShown()).toBe(false);
});
