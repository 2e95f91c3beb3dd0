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
--> statement-breakpoint
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
