/** What other parts may use of recommendations. */
export { REFRESH_RECOMMENDATIONS, recommendLater, refreshRecommendations } from "./jobs/refresh-recommendations.ts";
export { forgetOldRecommendations } from "./recommendations.repository.ts";
