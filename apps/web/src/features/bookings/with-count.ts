/** "Active (2)"; without a number while there is none to tell. */
export const withCount = (label: string, count: number | undefined): string => (count ? `${label} (${count})` : label);
