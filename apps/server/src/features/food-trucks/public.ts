/** What other features may use of food trucks. */
export { foodTruckTerms } from "./food-truck-terms.ts";
export { presentFoodTruck } from "./food-trucks.presenter.ts";
export { type FoodTruckRow, findFoodTruck, isFoodTruck, saveFoodTruck } from "./food-trucks.repository.ts";
export { isMenuShown } from "./menus.repository.ts";
