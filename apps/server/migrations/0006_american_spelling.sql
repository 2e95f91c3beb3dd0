-- Spelling only: what people have accepted stays the same.
update terms_and_conditions
  set content = replace(replace(content, 'where neighbours rent', 'where neighbors rent'), '6. Cancelling', '6. Canceling')
  where id = '019b76da-b000-7c11-9d52-3f0a1be6a1c4';
--> statement-breakpoint
update prohibited_items
  set item = replace(item, 'licence', 'license'), description = replace(description, 'licence', 'license')
  where item like '%licence%' or description like '%licence%';
