import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { PageHeading, useHeadingFocusOn } from "./page-heading.tsx";

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
  it("moves to the heading once the page has loaded", () => {
    goToSlowPage().load();
    expect(heading()).toHaveFocus();
  });

  it.each([
    ["pressed a button", fireEvent.pointerDown],
    ["pressed a key", fireEvent.keyDown],
  ] as const)("stays in place when the user %s before the heading appeared", (_, press) => {
    const { load } = goToSlowPage();
    const menu = screen.getByRole("button", { name: "Menu" });
    menu.focus();
    press(menu);
    load();
    expect(menu).toHaveFocus();
    expect(heading()).not.toHaveFocus();
  });
});
