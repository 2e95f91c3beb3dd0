/** Other features import listings through this file only. */

export { presentItem } from "./listings.presenter.ts";
export {
  type FoodTruckRow,
  findFoodTruck,
  findItemsByIds,
  foodTruckTerms,
  type ItemRow,
  isFoodTruck,
  photosOfItem,
  selectItemsOfOwner,
} from "./listings.queries.ts";
export { findTownCenter, locatePlace, timezoneAt } from "./places.ts";
