import { createItem, createUser } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { MISSING_ID } from "../../testing/listings/listed-items.ts";

const OTHER_ID = "0190a0a0-0000-7000-8000-000000000001";

describeTable({
  table: "user_recommendations",
  ids: "[DATA-12]",
  fields: {
    userId: { type: "uuid" },
    place: { type: "smallint" },
    itemId: { type: "uuid" },
    reason: { type: "text" },
    becauseItemId: { type: "uuid", nullable: true },
    madeAt: { type: "timestamp(3) with time zone", default: "app_now()" },
  },
  validRow: async (db) => ({
    user_id: (await createUser(db, { id: OTHER_ID })) && (await createUser(db)),
    place: 1,
    item_id: await createItem(db),
    reason: "viewed",
    because_item_id: await createItem(db),
  }),
  refused: {
    unique: {
      user_recommendations_in_order: { "two recommendations at one position": { item_id: MISSING_ID } },
      user_recommendations_one_each: { "a duplicate item": { place: 2 } },
    },
    check: {
      user_recommendations_reason_is_known: { "an unknown reason": { place: 2, reason: "paid" } },
      user_recommendations_reason_is_whole: {
        "a viewed reason without an item": { place: 2, because_item_id: null },
        "a popularity reason with an item": { place: 2, reason: "near" },
      },
      user_recommendations_are_few: {
        "a position after the last": { place: 25 },
        "a position before the first": { place: 0 },
      },
    },
    reference: {
      user_recommendations_user_id_users_id_fk: { "an unknown user": { user_id: MISSING_ID } },
      user_recommendations_item_id_items_id_fk: { "an unknown item": { place: 2, item_id: MISSING_ID } },
      user_recommendations_because_item_id_items_id_fk: {
        "an unknown reason item": { user_id: OTHER_ID, because_item_id: MISSING_ID },
      },
    },
  },
});
