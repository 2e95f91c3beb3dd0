export const PRODUCT_NAME = "Nexby";
