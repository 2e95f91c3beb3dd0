import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { createQueryClient } from "../../lib/api/queries.ts";
import { RoutePlaceholder } from "./route-placeholder.tsx";

afterEach(cleanup);

const show = (path: string) => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RoutePlaceholder path={path} />
    </QueryClientProvider>,
  );
  const shown = screen.getByRole("status");
  return { shown, count: (selector: string) => shown.querySelectorAll(selector).length };
};

it.each([
  ["/admin", "a dashboard of figures and rows", { cards: 3, controls: 5 }],
  ["/profile", "a form of four fields and a button", { cards: 0, controls: 5 }],
  ["/browse", "a grid of eight cards", { cards: 8, controls: 0 }],
])("[ROUTE-09] %s is drawn as %s while it loads", (path, _, drawn) => {
  const { shown, count } = show(path);
  expect({ cards: count(".rounded-card"), controls: count(".rounded-control") }).toEqual(drawn);
  expect(count(".animate-spin")).toBe(0);
  expect(shown).toHaveTextContent(/^Loading\.\.\.$/);
});

it("[ROUTE-09] any other page is drawn as a spinner above its text while it loads", () => {
  const { shown, count } = show("/messages");
  expect(count("svg.animate-spin")).toBe(1);
  expect(count(".shimmer")).toBe(0);
  expect(shown).toHaveTextContent(/^Loading\.\.\.$/);
});
