-- How many listings are around a place decides how far to look: for that the usual hundred frequent cells are too few.
alter table item_search alter column cell set statistics 1000;
--> statement-breakpoint
-- Whether a word is known, and if not, what begins with it and what it may be a slip of. A function, because only there
-- the planner can be told to plan once: it would do so for every word anew, which takes longer than all the rest.
create function search_word(typed text, token integer, out is_known boolean, out longer json, out guesses json)
  language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  is_known := exists (select 1 from item_tokens where near_tokens(tokens, latitude, longitude) && array[token]);
  if is_known then
    return;
  end if;
  -- The last character there is closes the range of what begins with a word.
  longer := (
    select json_agg(json_build_object('term', term, 'lexeme', lexeme))
    from (
      select term, lexeme from search_terms where term ~>=~ typed and term ~<~ (typed || chr(1114111))
      order by length(term), term limit 20
    ) as beginning);
  guesses := (
    select json_agg(json_build_object('term', term, 'lexeme', lexeme))
    from (
      select term, lexeme from search_terms where slips && search_slips(typed)
      order by abs(length(term) - length(typed)), term limit 50
    ) as guessed);
end $$;
