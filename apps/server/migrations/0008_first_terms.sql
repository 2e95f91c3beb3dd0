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
