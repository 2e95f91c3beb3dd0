CREATE TABLE "app_clock" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"offset_ms" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "app_clock_has_one_row" CHECK ("app_clock"."only"),
	CONSTRAINT "app_clock_is_not_behind" CHECK ("app_clock"."offset_ms" >= 0)
);
