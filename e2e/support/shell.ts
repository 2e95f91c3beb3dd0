import type { Page } from "@playwright/test";

export const searchField = (page: Page) =>
  page.getByRole("combobox", { name: "What are you looking for?" }).filter({ visible: true });

export const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });

export const bottomBar = (page: Page) => page.getByRole("navigation", { name: "Bottom bar" });
