/** In every answer of the API: the product's time, by which its deadlines and dates are meant. */
export const NOW_HEADER = "nexby-now";
