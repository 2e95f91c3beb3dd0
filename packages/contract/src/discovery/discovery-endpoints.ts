import { getItemCalendar, quoteItem } from "../bookings/quotes.ts";
import type { EndpointGroup } from "../endpoint.ts";
import { listCategories } from "../listings/categories.ts";
import { getItem, listItems, listSimilarItems, recordItemView } from "../listings/items.ts";
import { getMapSettings, getNearestPlace, searchPlaces } from "../listings/places.ts";
import {
  addFavorite,
  clearRecentViews,
  listFavoriteIds,
  listFavorites,
  listRecentlyViewed,
  listRecommendations,
  removeFavorite,
  removeRecentView,
} from "./saved.ts";
import { createSavedSearch, deleteSavedSearch, listSavedSearches, updateSavedSearch } from "./saved-searches.ts";
import { getSearchFacets, suggestSearches } from "./search.ts";

/** All endpoints about finding, seeing and saving items, by topic. */
export const DISCOVERY_ENDPOINT_GROUPS: readonly EndpointGroup[] = [
  {
    tag: "Search",
    description: "Finding items and places.",
    endpoints: {
      listItems,
      getSearchFacets,
      suggestSearches,
      listSimilarItems,
      listRecommendations,
      listCategories,
      searchPlaces,
      getNearestPlace,
      getMapSettings,
    },
  },
  {
    tag: "Items",
    description: "One item: its terms, price and availability.",
    endpoints: { getItem, quoteItem, getItemCalendar, recordItemView },
  },
  {
    tag: "Saved",
    description: "Favorites, viewing history and saved searches.",
    endpoints: {
      listFavorites,
      listFavoriteIds,
      addFavorite,
      removeFavorite,
      listRecentlyViewed,
      removeRecentView,
      clearRecentViews,
      listSavedSearches,
      createSavedSearch,
      updateSavedSearch,
      deleteSavedSearch,
    },
  },
];
