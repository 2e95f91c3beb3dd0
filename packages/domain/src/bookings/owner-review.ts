/** From so many rentals that an owner calls off in a year on, people look at each. */
export const OWNER_REVIEW_FROM = 3;
