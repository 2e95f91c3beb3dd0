import { createItem, createUser } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { MISSING_ID } from "../../testing/listings/listed-items.ts";

const SOMEBODY_ELSE = "0190a0a0-0000-7000-8000-000000000001";

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
    user_id: (await createUser(db, { id: SOMEBODY_ELSE })) && (await createUser(db)),
    place: 1,
    item_id: await createItem(db),
    reason: "viewed",
    because_item_id: await createItem(db),
  }),
  refused: {
    unique: {
      user_recommendations_in_order: { "two in one place": { item_id: MISSING_ID } },
      user_recommendations_one_each: { "an item twice": { place: 2 } },
    },
    check: {
      user_recommendations_reason_is_known: { "an unknown reason": { place: 2, reason: "paid" } },
      user_recommendations_reason_is_whole: {
        "a look at nothing": { place: 2, because_item_id: null },
        "popularity because of something": { place: 2, reason: "near" },
      },
      user_recommendations_are_few: {
        "a place after the last": { place: 25 },
        "a place before the first": { place: 0 },
      },
    },
    reference: {
      user_recommendations_user_id_users_id_fk: { "nobody's": { user_id: MISSING_ID } },
      user_recommendations_item_id_items_id_fk: { "no item": { place: 2, item_id: MISSING_ID } },
      user_recommendations_because_item_id_items_id_fk: {
        "because of no item": { user_id: SOMEBODY_ELSE, because_item_id: MISSING_ID },
      },
    },
  },
});
