-- Rows that every installation starts with.

-- First, because app_now() is null without it.
insert into app_clock default values;

-- Readers of events resume after an event. Until a cleanup leaves the last event it removed as a marker, this is it.
insert into realtime_events (audience, type) values ('nobody', 'beginning');

-- A trigger numbers each category for the search, in this order.
insert into categories (id, name, slug, icon, position) values
  ('019b76da-a800-755e-b98b-a08da6edd737', 'Camping & Outdoor', 'camping-and-outdoor', '⛺', 1),
  ('019b76da-a801-78d0-b75e-79942a0ad8c8', 'Tools & Equipment', 'tools-and-equipment', '🧰', 2),
  ('019b76da-a802-7b3d-87ab-1a1b3cdd1c0a', 'Party Events and Entertaining', 'party-events-and-entertaining', '🎈', 3),
  ('019b76da-a803-7f22-ac55-fc61267fe18f', 'Sporting Goods', 'sporting-goods', '⚽', 4),
  ('019b76da-a804-7c2d-97ce-ba9df470bce5', 'Lawn and Garden Tools', 'lawn-and-garden-tools', '🌱', 5),
  ('019b76da-a805-7785-8f5f-f71add1b4b49', 'Electronics', 'electronics', '📷', 6),
  ('019b76da-a806-7612-9092-b975a01fbdd2', 'Moving Supplies', 'moving-supplies', '📦', 7),
  ('019b76da-a807-7ae5-b609-6e18e9f7af14', 'Venue Rental', 'venue-rental', '🏡', 8),
  ('019b76da-a808-72f4-824c-5b03f704482d', 'Food Trucks', 'food-trucks', '🍔', 9),
  ('019b76da-a809-7f3f-98e1-081013b36106', 'Kitchen & Appliances', 'kitchen-and-appliances', '🍳', 10),
  ('019b76da-a80a-7e2d-be36-ae0eedbcae13', 'Outdoor Recreation', 'outdoor-recreation', '🛶', 11),
  ('019b76da-a80b-78fe-91b0-7a2c48db45c1', 'Yard Games', 'yard-games', '🎯', 12),
  ('019b76da-a80c-7986-b081-0d58f6810618', 'Catering', 'catering', '🍽️', 13),
  ('019b76da-a80d-7662-9680-54d7a27d6d8b', 'Storage', 'storage', '🗄️', 14),
  ('019b76da-a80e-7582-a19c-e58cfa0772ca', 'Land Rental', 'land-rental', '🏞️', 15);

insert into terms_and_conditions (id, version, content, is_active) values ('019b76da-b000-7c11-9d52-3f0a1be6a1c4', 1, 'Terms and Conditions of Nexby

1. What Nexby is
Nexby is a place where neighbours rent things to each other. The rental is an agreement between the owner and the renter; Nexby brings them together, takes the payment and helps when something goes wrong.

2. Your account
You are at least 18 years old, what you say about yourself is true, and you keep your password to yourself. One person has one account. Listing and renting need the approval of your account.

3. Listing
You may list what belongs to you or what you are allowed to rent out, in the condition you describe. What is on the list of prohibited items must not be listed.

4. Renting
You use what you rent with care, return it on time and in the condition in which you received it, and pay what was shown before you booked. Late returns and damage can cost extra, as shown with each listing.

5. Payments and deposits
Payments go through our card payment provider. A deposit is held on your card and released after the return, unless it is needed for damage or late fees. Nexby keeps a commission, which is shown before you agree.

6. Cancelling
The cancellation policy of the listing applies. It is shown before you book.

7. Being fair
No harassment, no discrimination, no dealings around the platform. Accounts that break these terms can be suspended.

8. When people disagree
Tell us within 48 hours after the return. We hear both sides, look at the photos and decide about deposit and refunds.

9. Liability
Nexby does not own the things that are rented and is not a party to the rental. Nothing here limits rights that the law gives you.

10. Changes
When these terms change, the new version is shown here with its number, and you are asked to accept it.', true);

insert into privacy_policy (id, version, content, is_active) values ('019b76da-b000-7e4a-8c31-6d2f90ab57e3', 1, 'Privacy Policy of Nexby

1. What we know about you
Your name and email address, and what you add to your profile: phone number, city, state, a picture. What you list, rent, write and review here. Payments: amounts, times and the references our card payment provider gives us; we never see your card number.

2. What other people see
Your name, your picture, your city and state, since when you are here, and your ratings. Never your email address, your phone number or your exact address. The position of a listing is shown about 500 meters off, until a booking is confirmed; then the two people of that booking see the address.

3. What we use it for
To bring owners and renters together, to take and pay out money, to prevent fraud, to settle disputes, and to tell you what happens to your rentals. We do not sell it, and there is no advertising.

4. Who else gets it
The card payment provider, for payments. The mail and text message providers, for what we send you. A maps service, for places you search for. Authorities, when the law demands it.

5. How long we keep it
As long as your account exists. Records of payments are kept as long as the law demands. Error reports are deleted after 30 days.

6. Keeping it safe
Passwords are stored so that nobody can read them, us included. Photos lose the position at which they were taken. Every act of an administrator is written down.

7. Your choices
You can see and correct your data in your profile, choose which messages you get, and ask us for a copy or for the deletion of your account.

8. Cookies
One cookie keeps you signed in. What else your browser keeps for you, such as recent searches, stays in your browser.

9. Changes
When this policy changes, the new version is shown here with its number and date.', true);

insert into cookie_policy (id, version, content, is_active) values ('019b76da-b000-7a6c-9f0e-2c7b18d3e594', 1, 'Cookie Policy of Nexby

1. The one cookie we need
nexby_session (over https: __Host-nexby_session) keeps you signed in. It holds a random text that means nothing to anybody else, scripts cannot read it, and it ends after two weeks without a visit or when you sign out.

2. While you sign in with an identity provider
nexby_login lasts at most ten minutes. It makes sure that the browser which left for the provider is the one that comes back.

3. What your browser keeps for itself
Recent searches, whether you have seen the tour, light or dark, unfinished forms. All of it stays in your browser; we never get it unless you search or send a form.

4. What we do not use
No advertising cookies, no cookies of other companies for tracking, no fingerprints. If card payments are set up, the card form comes from our card payment provider, who sets cookies of its own to prevent fraud.

5. Your choice
You can delete or block cookies in your browser. Without the session cookie you can browse, but not sign in.', true);

insert into prohibited_items (category, item, description) values
('Weapons', 'Firearms and ammunition', 'Also replicas that look real, air guns and parts of firearms.'),
('Weapons', 'Knives and blades made as weapons', 'Daggers, swords with an edge, throwing knives. Kitchen and garden tools are fine.'),
('Weapons', 'Explosives and fireworks', 'Of any class, also flares and signal rockets.'),
('Drugs and medicine', 'Illegal drugs and what is used to take them', ''),
('Drugs and medicine', 'Prescription medicine', 'Also medical devices that need a prescription.'),
('Drugs and medicine', 'Tobacco, vapes and alcohol', 'A licensed caterer may offer drinks as part of catering.'),
('Dangerous goods', 'Hazardous chemicals', 'Poisons, acids, pesticides for professionals, radioactive things.'),
('Dangerous goods', 'Gas cylinders and fuel', 'A grill or heater may be rented; the renter brings the gas.'),
('Dangerous goods', 'Recalled or broken safety equipment', 'Climbing ropes, child seats, helmets and life vests past their date or after an accident.'),
('Living things', 'Animals', 'Also insects and anything made from protected species.'),
('Living things', 'People', 'Services of a person are not rentals, except as part of catering or a food truck.'),
('Money and documents', 'Cash, cards, vouchers and securities', ''),
('Money and documents', 'Identity papers and licences', 'Also uniforms and badges of authorities.'),
('Stolen or fake', 'Things that are not yours to rent out', 'Stolen things, leased things without permission, things of an employer.'),
('Stolen or fake', 'Counterfeits and copies', 'Fake brands, copied software, films or music.'),
('Private and offensive', 'Adult products', ''),
('Private and offensive', 'Things that spread hatred', 'Symbols and texts against people for what they are.'),
('Private and offensive', 'Devices for spying', 'Hidden cameras, phone trackers, devices that jam signals or open locks.'),
('Vehicles', 'Motor vehicles for public roads', 'Cars, motorcycles and trucks, which need a licence and their own insurance. Food trucks with their crew are fine.'),
('Vehicles', 'Aircraft with people on board', 'Small drones are fine where the law allows them.');
