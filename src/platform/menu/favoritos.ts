/** More would be a menu of its own. */
export const MOST_FAVOURITES = 50;
