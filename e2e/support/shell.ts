import type { Page } from "@playwright/test";

/** As the stylesheet has it: from this width on the header holds the search box and there is no bottom bar. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;

export const searchField = (page: Page) =>
  page.getByRole("combobox", { name: "What are you looking for?" }).filter({ visible: true });

export const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });

export const bottomBar = (page: Page) => page.getByRole("navigation", { name: "Bottom bar" });
