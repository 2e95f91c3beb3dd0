import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { createQueryClient } from "../../lib/api/queries.ts";
import { renderApp } from "../../testing/render-app.tsx";
import { PageHeading, useHeadingFocusOn } from "./page-heading.tsx";
import { RoutePlaceholder } from "./route-placeholder.tsx";

const footer = () => within(screen.getByRole("contentinfo"));

it.each([
  ["About Us", /^Nexby is a marketplace where neighbors rent items/],
  ["Safety Guidelines", /In an emergency, call 911\.$/],
  ["Insurance Info", /^Nexby isn’t an insurance company\. Here’s what protects you\./],
  ["Community Guidelines", /^Treat everyone with respect\./],
])("%s opens a dialog without leaving the page", async (name, text) => {
  const { user } = renderApp("/credits");
  await user.click(footer().getByRole("button", { name }));
  const dialog = within(await screen.findByRole("dialog", { name }));
  expect(dialog.getByText(text)).toBeVisible();
  await user.click(dialog.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(location.pathname).toBe("/credits");
});

function Page({ path, isLoaded }: { path: string; isLoaded: boolean }) {
  useHeadingFocusOn(path);
  return (
    <>
      <button type="button">Menu</button>
      {isLoaded && <PageHeading key={path}>{path}</PageHeading>}
    </>
  );
}

function goToSlowPage() {
  const { rerender } = render(<Page path="/browse" isLoaded />);
  rerender(<Page path="/auth" isLoaded={false} />);
  return { load: () => rerender(<Page path="/auth" isLoaded />) };
}

afterEach(cleanup);

const heading = () => screen.getByRole("heading", { name: "/auth" });

describe("focus after a route change", () => {
  it("the focus after a route change moves to the heading once the page has loaded", () => {
    goToSlowPage().load();
    expect(heading()).toHaveFocus();
  });

  it.each([
    ["pressed a button", fireEvent.pointerDown],
    ["pressed a key", fireEvent.keyDown],
  ] as const)(
    "the focus after a route change stays in place when the user %s before the heading appeared",
    (_, press) => {
      const { load } = goToSlowPage();
      const menu = screen.getByRole("button", { name: "Menu" });
      menu.focus();
      press(menu);
      load();
      expect(menu).toHaveFocus();
      expect(heading()).not.toHaveFocus();
    },
  );
});

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
