type Asked = { ownerId: string; isAvailable: boolean };
type Asker = { id: string };

/** Why an item cannot be asked for, however complete an account is; null when it can. */
export function checkoutObstacle(item: Asked, asker: Asker): string | null {
  if (item.ownerId === asker.id) return "This is your own listing.";
  return item.isAvailable ? null : "This item is not available right now.";
}
