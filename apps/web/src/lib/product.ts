export const PRODUCT_NAME = "Nexby";
export const PRODUCT_CLAIM = "Rent & share locally";
