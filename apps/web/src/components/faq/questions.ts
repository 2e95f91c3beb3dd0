export type Question = { question: string; answer: string };

/** What people ask most, first. */
export const QUESTIONS: readonly Question[] = [
  {
    question: "How do I rent something?",
    answer:
      "Find an item, choose your dates and ask for it. Once the owner approves, you agree on a time to pick it up, use it, and bring it back as agreed.",
  },
  {
    question: "How do payments work?",
    answer:
      "You pay by card through our payment provider. Nothing is charged until the owner approves, and you see every fee before you agree.",
  },
  {
    question: "What happens if something gets damaged?",
    answer:
      "A deposit on the renter's card protects the owner. Photos at handover and return show what happened; tell us within 48 hours after the return, and we hear both sides.",
  },
  {
    question: "How do I list an item?",
    answer:
      "Complete your profile, add at least three photos, and set your price, deposit and dates. Listing is free; a commission is kept when somebody rents, and you see it before you agree.",
  },
  {
    question: "Why is my account waiting for approval?",
    answer:
      "A person looks at every new account. Until then you can browse everything; listing and booking open once you are approved, and we tell you when.",
  },
  {
    question: "Can I cancel a booking?",
    answer:
      "Yes. How much you get back depends on the cancellation policy of the listing, which is shown before you book.",
  },
  {
    question: "What may I not list?",
    answer:
      "Weapons, drugs, dangerous goods, animals and a few more things. The list of prohibited items has all of them, with examples of what is fine.",
  },
  {
    question: "How do I verify my email and phone?",
    answer:
      "Open your profile and choose to verify. We send a six-digit code to each of the two. Verified neighbors get a tick on their profile.",
  },
];
