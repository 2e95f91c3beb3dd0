/** Every path begins with "/", so that home is active on its own page only. */
export const isActiveTab = (tabPath: string, path: string): boolean =>
  tabPath === "/" ? path === "/" : path.startsWith(tabPath);
