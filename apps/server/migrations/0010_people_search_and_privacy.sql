create extension if not exists pg_trgm;
--> statement-breakpoint
-- Administrators look people up by any part of a name or address.
create index users_by_text on users using gin ((coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email) gin_trgm_ops);
--> statement-breakpoint
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
