type Asked = { ownerId: string; isAvailable: boolean };
type Asker = { id: string };

/** Why an item cannot be asked for here, however complete an account is. */
export function bookingObstacle(item: Asked, asker: Asker): string {
  if (item.ownerId === asker.id) return "This is your own listing.";
  if (!item.isAvailable) return "This item is not available right now.";
  return "Requests are not open yet.";
}
