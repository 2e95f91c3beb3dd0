import { Link } from "wouter";
import { BUTTON_STYLE } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";

type Content = {
  intro: string;
  points: readonly string[];
  link: { label: string; href: string };
};

const HELP = { label: "Contact us", href: "/help-center" };

const CONTENTS = {
  "About Us": {
    intro: "Nexby is a marketplace where neighbors rent items to each other: tents, tools, party gear and more.",
    points: [
      "With one account, you can rent items and list your own.",
      "Owners set the price, the deposit and the available days, and approve or decline each request.",
      "Renters pay by card. We charge the card after the owner approves.",
      "We pay owners two days after the return, minus a commission they see before they list.",
      "We review every new account before it can list or book.",
    ],
    link: { label: "See how it works", href: "/how-it-works" },
  },
  "Safety Guidelines": {
    intro: "Most rentals go well. These habits keep it that way.",
    points: [
      "Meet in a public place or bring someone along, and meet in daylight if you can.",
      "Look at the profile first. It shows whether the email address and phone number are verified.",
      "Check the item together at pickup and at return. Take photos and keep them.",
      "Ask the owner to show you how tools, trailers and inflatables work before you use them.",
      "Pay only through Nexby. We can’t refund cash or transfers made outside it.",
      "If something breaks or hurts someone, stop using it. In an emergency, call 911.",
    ],
    link: HELP,
  },
  "Insurance Info": {
    intro: "Nexby isn’t an insurance company. Here’s what protects you.",
    points: [
      "A deposit protects the owner. We hold it on the renter’s card and release it after the return.",
      "Owners can report damage within 48 hours of the return. Our team decides the amount. It comes from the deposit first, then from the card.",
      "A rental is insured only if checkout offered insurance and you chose it. Checkout names the insurer and links its terms.",
      "Before you rent or lend something valuable, check what your home or renters insurance covers.",
    ],
    link: HELP,
  },
  "Community Guidelines": {
    intro: "Nexby works when neighbors can rely on each other.",
    points: [
      "Be honest. Describe items as they are, and use your real name and photos of your own item.",
      "Be on time for pickup and return. If you can’t make it, cancel as early as possible.",
      "Treat what you rent as if a friend had lent it to you.",
      "Treat everyone with respect. Harassment and discrimination are not allowed.",
      "Keep payments on Nexby, and don’t list prohibited items.",
      "We can suspend accounts that break these rules.",
    ],
    link: { label: "See prohibited items", href: "/prohibited-items" },
  },
} satisfies Record<string, Content>;

/** Entries of the footer without a page of their own. */
export type FooterTopic = keyof typeof CONTENTS;

export function FooterDialog({ topic, onClose }: { topic: FooterTopic; onClose: () => void }) {
  const { intro, points, link } = CONTENTS[topic];
  return (
    <Modal
      title={topic}
      onClose={onClose}
      className="mx-auto mt-auto mb-0 max-h-[92dvh] w-full max-w-full rounded-t-sheet sm:my-auto sm:max-w-lg sm:rounded-sheet"
    >
      <div className="overflow-y-auto overscroll-contain px-5 pb-5">
        <p className="text-pretty">{intro}</p>
        <ul className="mt-4 grid list-disc gap-2 pl-5 text-muted">
          {points.map((point) => (
            <li key={point} className="text-pretty">
              {point}
            </li>
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:grid max-sm:grid-cols-1">
          <button type="button" className={BUTTON_STYLE.outline} onClick={onClose}>
            Close
          </button>
          <Link href={link.href} className={BUTTON_STYLE.primary} onClick={onClose}>
            {link.label}
          </Link>
        </div>
      </div>
    </Modal>
  );
}
