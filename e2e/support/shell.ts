import type { Page } from "@playwright/test";

export const searchField = (page: Page) =>
  page.getByRole("combobox", { name: "What are you looking for?" }).filter({ visible: true });

export const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });

export const bottomBar = (page: Page) => page.getByRole("navigation", { name: "Bottom bar" });

/** Opens another page without loading the app again. */
export const openInApp = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), path);
