import { describeTable } from "../../testing/listings/catalogue.ts";

describeTable({
  table: "platform_settings",
  ids: "[DATA-13]",
  fields: {
    key: { type: "text" },
    value: { type: "jsonb" },
    updatedBy: { type: "uuid", nullable: true },
    updatedAt: { type: "timestamp(3) with time zone", default: "app_now()" },
  },
  validRow: async () => ({ key: "aSetting", value: "true" }),
  refused: { unique: { platform_settings_pkey: { "a duplicate key": { value: "false" } } } },
});
