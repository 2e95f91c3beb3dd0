-- The initial policies in plain American English, published as new versions like an admin would, without an actor.
-- Only where the initial version is still active: a text that an admin published stays. A new database is not audited.
with replaced as (
  update terms_and_conditions set is_active = false where id = '019b76da-b000-7c11-9d52-3f0a1be6a1c4' and is_active returning version
), published as (
  insert into terms_and_conditions (id, version, content, is_active)
  select '01a1e9f1-2c00-7d3e-8a41-5b7c92e0f316'::uuid, (select max(version) + 1 from terms_and_conditions), 'Terms and Conditions

1. About Nexby
Nexby is a marketplace where neighbors rent items to each other. Every rental is an agreement between the owner and the renter. Nexby connects them, processes the payment and helps when something goes wrong.

2. Your account
You must be at least 18 years old. The information you give us must be true, and you must keep your password private. Each person can have one account. We approve accounts before they can rent or list items.

3. Listing items
You can list items that you own or have permission to rent out. Describe their condition accurately. Don''t list anything on the prohibited items list.

4. Renting items
Take good care of the items you rent. Return them on time and in the condition you received them, and pay the price you were shown when you booked. Late returns and damage can cost extra, as shown on each listing.

5. Payments and deposits
Our card payment provider processes all payments. We hold a deposit on your card and release it after the return, unless it is needed for damage or late fees. Nexby keeps a commission. We show it before you agree.

6. Cancellations
Each listing has a cancellation policy. We show it before you book.

7. Community rules
Don''t harass or discriminate against anyone. Don''t arrange rentals or payments outside Nexby. We can suspend accounts that break these terms.

8. Disputes
Report a problem within 48 hours after the return. We hear both sides, review the photos and decide on the deposit and any refund.

9. Liability
Nexby doesn''t own the rented items and isn''t a party to the rental. Nothing in these terms limits your rights under the law.

10. Changes
If we change these terms, we publish the new version here with its number and ask you to accept it.', true from replaced
  returning id, version
)
insert into audit_log (action, entity_type, entity_id, details)
select action, 'terms', published.id::text, details
from replaced, published, lateral (values
  ('policy_version_created', jsonb_build_object('version', published.version)),
  ('policy_version_activated', jsonb_build_object('before', replaced.version, 'after', published.version))
) as entry (action, details)
where exists (select from users);
--> statement-breakpoint
with replaced as (
  update privacy_policy set is_active = false where id = '019b76da-b000-7e4a-8c31-6d2f90ab57e3' and is_active returning version
), published as (
  insert into privacy_policy (id, version, content, is_active)
  select '01a1e9f1-2c00-7b58-9e27-c04d1f86a2b9'::uuid, (select max(version) + 1 from privacy_policy), 'Privacy Policy

1. Information we have about you
Your name, your email address and what you add to your profile: phone number, city, state and photo. Your listings, rentals, messages and reviews. For payments, we store amounts, times and references from our card payment provider. We never see your card number.

2. What other people can see
Your name, your photo, your city and state, when you joined, and your ratings. We don''t show your email address, your phone number or your exact address. The location of a listing is shown up to about a third of a mile away from the real one. After a booking is approved, its owner and renter see the handoff address and the phone numbers they chose to share.

3. How we use it
To connect owners and renters, process payments and payouts, prevent fraud, resolve disputes, and keep you updated about your rentals. We don''t sell your information, and we don''t show ads.

4. Who else receives it
Our card payment provider, for payments. Our email and text message providers, for the messages we send you. A maps service, for the places you search for. Authorities, when the law requires it.

5. How long we keep it
As long as you have an account. We keep payment records as long as the law requires. We delete error reports after 30 days.

6. How we protect it
We store passwords so that no one can read them, not even us. We remove the location from the photos you upload. We log every admin action.

7. Your choices
You can view and correct your information in your profile, choose which messages you get, and ask us for a copy of your information or to delete your account.

8. Cookies
One cookie keeps you signed in. Everything else your browser stores for you, such as recent searches, stays in your browser.

9. Changes
If we change this policy, we publish the new version here with its number and date.', true from replaced
  returning id, version
)
insert into audit_log (action, entity_type, entity_id, details)
select action, 'privacy-policy', published.id::text, details
from replaced, published, lateral (values
  ('policy_version_created', jsonb_build_object('version', published.version)),
  ('policy_version_activated', jsonb_build_object('before', replaced.version, 'after', published.version))
) as entry (action, details)
where exists (select from users);
--> statement-breakpoint
with replaced as (
  update cookie_policy set is_active = false where id = '019b76da-b000-7a6c-9f0e-2c7b18d3e594' and is_active returning version
), published as (
  insert into cookie_policy (id, version, content, is_active)
  select '01a1e9f1-2c00-7f94-b6d0-318e5ac7402d'::uuid, (select max(version) + 1 from cookie_policy), 'Cookie Policy

1. The one cookie we need
nexby_session (over https: __Host-nexby_session) keeps you signed in. It contains a random value that is useless to anyone else, and scripts can''t read it. It expires after two weeks without a visit or when you sign out.

2. Signing in with an identity provider
nexby_login lasts at most ten minutes. It makes sure that the browser that left for the provider is the one that comes back.

3. What your browser stores
Recent searches, whether you''ve seen the tour, your light or dark theme, and unfinished forms. All of it stays in your browser. We receive it only when you search or submit a form.

4. What we don''t use
No advertising cookies, no third-party tracking cookies and no fingerprinting. If card payments are set up, the card form comes from our card payment provider, which sets its own cookies to prevent fraud.

5. Your choices
You can delete or block cookies in your browser. Without the session cookie, you can browse but not sign in.', true from replaced
  returning id, version
)
insert into audit_log (action, entity_type, entity_id, details)
select action, 'cookie-policy', published.id::text, details
from replaced, published, lateral (values
  ('policy_version_created', jsonb_build_object('version', published.version)),
  ('policy_version_activated', jsonb_build_object('before', replaced.version, 'after', published.version))
) as entry (action, details)
where exists (select from users);
--> statement-breakpoint
-- Prohibited items have no versions. Only rows with their initial text change.
update prohibited_items set category = new_category, item = new_item, description = new_description
from (values
  ('Weapons', 'Firearms and ammunition', 'Also replicas that look real, air guns and parts of firearms.', 'Weapons', 'Firearms and ammunition', 'Including realistic replicas, air guns and gun parts.'),
  ('Weapons', 'Knives and blades made as weapons', 'Daggers, swords with an edge, throwing knives. Kitchen and garden tools are fine.', 'Weapons', 'Knives and blades designed as weapons', 'Daggers, sharpened swords and throwing knives. Kitchen knives and garden tools are fine.'),
  ('Weapons', 'Explosives and fireworks', 'Of any class, also flares and signal rockets.', 'Weapons', 'Explosives and fireworks', 'Of any kind, including flares.'),
  ('Drugs and medicine', 'Illegal drugs and what is used to take them', '', 'Drugs and medication', 'Illegal drugs and drug paraphernalia', ''),
  ('Drugs and medicine', 'Prescription medicine', 'Also medical devices that need a prescription.', 'Drugs and medication', 'Prescription medication', 'Including medical devices that require a prescription.'),
  ('Drugs and medicine', 'Tobacco, vapes and alcohol', 'A licensed caterer may offer drinks as part of catering.', 'Drugs and medication', 'Tobacco, vapes and alcohol', 'Licensed caterers can serve drinks as part of catering.'),
  ('Dangerous goods', 'Hazardous chemicals', 'Poisons, acids, pesticides for professionals, radioactive things.', 'Hazardous materials', 'Hazardous chemicals', 'Poisons, acids, commercial pesticides and radioactive materials.'),
  ('Dangerous goods', 'Gas cylinders and fuel', 'A grill or heater may be rented; the renter brings the gas.', 'Hazardous materials', 'Propane tanks and fuel', 'Grills and heaters are fine. The renter brings the fuel.'),
  ('Dangerous goods', 'Recalled or broken safety equipment', 'Climbing ropes, child seats, helmets and life vests past their date or after an accident.', 'Hazardous materials', 'Recalled or damaged safety gear', 'Climbing ropes, car seats, helmets and life jackets that are expired or have been in an accident.'),
  ('Living things', 'Animals', 'Also insects and anything made from protected species.', 'Animals and people', 'Animals', 'Including insects and anything made from protected species.'),
  ('Living things', 'People', 'Services of a person are not rentals, except as part of catering or a food truck.', 'Animals and people', 'Personal services', 'A person''s services are not a rental, except as part of catering or a food truck.'),
  ('Money and documents', 'Cash, cards, vouchers and securities', '', 'Money and documents', 'Cash, cards, gift cards and securities', ''),
  ('Money and documents', 'Identity papers and', 'Also uniforms and badges of authorities.', 'Money and documents', 'IDs and licenses', 'Including official uniforms and badges.'),
  ('Stolen or fake', 'Things that are not yours to rent out', 'Stolen things, leased things without permission, things of an employer.', 'Stolen or counterfeit', 'Items you have no right to rent out', 'Stolen items, leased items without permission, and your employer''s property.'),
  ('Stolen or fake', 'Counterfeits and copies', 'Fake brands, copied software, films or music.', 'Stolen or counterfeit', 'Counterfeits and illegal copies', 'Fake brands, and pirated software, movies or music.'),
  ('Private and offensive', 'Adult products', '', 'Adult and offensive', 'Adult products', ''),
  ('Private and offensive', 'Things that spread hatred', 'Symbols and texts against people for what they are.', 'Adult and offensive', 'Hate materials', 'Symbols and texts that attack people for who they are.'),
  ('Private and offensive', 'Devices for spying', 'Hidden cameras, phone trackers, devices that jam signals or open locks.', 'Adult and offensive', 'Spy devices', 'Hidden cameras, phone trackers, signal jammers and lock picks.'),
  ('Vehicles', 'Motor vehicles for public roads', 'Cars, motorcycles and trucks, which need a', 'Vehicles', 'Motor vehicles for public roads', 'Cars, motorcycles and trucks, which need a license and their own insurance. Food trucks with their crew are fine.'),
  ('Vehicles', 'Aircraft with people on board', 'Small drones are fine where the law allows them.', 'Vehicles', 'Aircraft that carry people', 'Small drones are fine where the law allows them.')
) as texts (old_category, old_item, old_description, new_category, new_item, new_description)
where category = old_category and starts_with(item, old_item) and starts_with(description, old_description)
  and (old_description <> '' or description = '');
