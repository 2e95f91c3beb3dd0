-- Only the index is to know these. Where one listing would do, the planner might otherwise rather look at some after
-- another, and of a word that no listing has, that is all of them.
alter function near_tokens(integer[], double precision, double precision) cost 100000;
