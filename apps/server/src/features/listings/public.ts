/** Other features import listings through this file only. */
export { type FoodTruckRow, findFoodTruck, foodTruckTerms, isFoodTruck } from "./food-trucks.queries.ts";
export { presentItem } from "./listings.presenter.ts";
export { findItemsByIds, type ItemRow, photosOfItem } from "./listings.queries.ts";
export { ensureCalendarToken, replaceCalendarToken } from "./own-items.queries.ts";
export { findTownCenter, locatePlace, timezoneAt } from "./places.ts";
