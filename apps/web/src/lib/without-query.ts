/** What follows in an address may name people or hold secrets: none of it belongs into a log. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, "");
