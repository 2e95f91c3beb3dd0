import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderApp } from "../../testing/render-app.tsx";

const footer = () => within(screen.getByRole("contentinfo"));

it.each([
  ["About Us", /^Nexby is a marketplace where neighbors rent items/],
  ["Safety Guidelines", /In an emergency, call 911\.$/],
  ["Insurance Info", /^Nothing is insured\./],
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
