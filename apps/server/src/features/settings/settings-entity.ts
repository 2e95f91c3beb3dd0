/** All settings are one thing to the record of what administrators do. */
export const SETTINGS = { entityType: "settings", entityId: "settings" };
