-- Jobs that delete something are named delete_…. A recurring job's entity is its name.
with renamed (former, name) as (
  values
    ('sweep_expired_holds', 'release_expired_holds'),
    ('forget_old_provider_events', 'delete_old_provider_events'),
    ('sweep_codes_and_links', 'delete_old_codes_and_links'),
    ('sweep_sign_in_flows', 'delete_unfinished_sign_ins'),
    ('sweep_identity_provider', 'delete_expired_provider_records'),
    ('sweep_throttles', 'delete_expired_throttles'),
    ('sweep_old_events', 'delete_old_events'),
    ('sweep_finished_jobs', 'delete_finished_jobs'),
    ('sweep_old_drafts', 'delete_old_drafts'),
    ('remove_orphaned_photos', 'delete_orphaned_photos'),
    ('remove_expired_evidence', 'delete_expired_evidence'),
    ('forget_old_errors', 'delete_old_errors'),
    ('forget_unused_terms', 'delete_unused_terms'),
    ('forget_old_searches', 'delete_old_searches'),
    ('forget_old_recommendations', 'delete_old_recommendations'),
    ('forget_old_outcomes', 'delete_old_results'),
    ('remove_photo_files', 'delete_photo_files'),
    ('remove_evidence_files', 'delete_evidence_files'),
    ('remove_message_files', 'delete_message_files'),
    ('remove_unused_menu', 'delete_unused_menu')
)
update scheduled_jobs job set
  job_type = renamed.name,
  entity_id = case when job.entity_type = 'system' then renamed.name else job.entity_id end
from renamed where job.job_type = renamed.former;
