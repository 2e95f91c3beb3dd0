/** Column types that many tables share, as `describeTable` expects them. */

export const id = { type: "uuid", default: "gen_random_uuid()" };
export const reference = { type: "uuid" };
export const optionalReference = { type: "uuid", nullable: true } as const;
export const text = { type: "text" };
export const optionalText = { type: "text", nullable: true } as const;
export const textFrom = (value: string) => ({ type: "text", default: value });
export const flag = { type: "boolean" };
export const yesNo = (value: boolean) => ({ type: "boolean", default: value });
export const instant = { type: "timestamp(3) with time zone" };
export const optionalInstant = { ...instant, nullable: true } as const;
/** By the product's clock, which tests can move. */
export const createdAt = { ...instant, default: "app_now()" };
export const createdInRealTime = { ...instant, default: "now()" };
export const whole = { type: "integer" };
export const optionalWhole = { type: "integer", nullable: true } as const;
export const wholeFrom = (value: number) => ({ type: "integer", default: value });
export const cents = (column: string) => ({ column, type: "integer" });
export const centsFrom0 = (column: string) => ({ column, type: "integer", default: 0 });
export const coordinate = { type: "double precision", nullable: true } as const;
export const rate = { type: "numeric(7,4)" };
export const json = { type: "jsonb" };
