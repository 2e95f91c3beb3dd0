import { AppError } from "../../platform/errors/app-error.ts";
import type { Sort } from "./search-request.ts";

/** A place in an order: what comes after it has a later key, or the same key and a later id. */
export type Position = { key: number; id: string };

/** Relevance orders within blocks; `block` is where the block of the place began, null for the first. */
export type Cursor = Position & { block: Position | null };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** No key is less than nothing: the years before 1 have no date the database reads. */
const NUMBER = /^\d{1,16}(\.\d{1,25})?(e-?\d{1,2})?$/;
const LARGEST_INTEGER = 2_147_483_647;
/** The largest instant the database reads; every other key is smaller. */
const LARGEST_KEY = 99_999_999_999_999;

/** Cents and hundredths of a star are whole numbers to the database. */
const WHOLE: ReadonlySet<Sort> = new Set(["price", "rating"]);

const isKeyOf = (sort: Sort, key: number) => !WHOLE.has(sort) || (Number.isInteger(key) && key <= LARGEST_INTEGER);

const asText = ({ key, id }: Position) => `${key}_${id}`;

export function encodeCursor(sort: Sort, { block, ...place }: Cursor): string {
  const parts = [sort, asText(place), ...(block ? [asText(block)] : [])];
  return Buffer.from(parts.join("~")).toString("base64url");
}

/** Null for the first page. Refuses what is no cursor of ours, or one of another order. */
export function decodeCursor(sort: Sort, cursor: string | undefined): Cursor | null {
  if (cursor === undefined) return null;
  const [of, place, block, ...rest] = Buffer.from(cursor, "base64url").toString("latin1").split("~");
  const at = readPosition(place);
  const began = block === undefined ? null : readPosition(block);
  const isOurs = of === sort && at && isKeyOf(sort, at.key) && began !== undefined && rest.length === 0;
  if (isOurs) return { ...at, block: began };
  const message = "Cursor is not one of ours";
  throw new AppError("validation_failed", message, { details: [{ field: "cursor", message }] });
}

function readPosition(text: string | undefined): Position | undefined {
  const [key = "", id = "", ...rest] = text?.split("_") ?? [];
  const isReadable = rest.length === 0 && NUMBER.test(key) && UUID.test(id) && Number(key) <= LARGEST_KEY;
  return isReadable ? { key: Number(key), id } : undefined;
}
