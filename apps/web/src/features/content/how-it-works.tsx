import {
  Banknote,
  CalendarCheck,
  Camera,
  CreditCard,
  Handshake,
  type LucideIcon,
  PackageCheck,
  Search,
  ShieldCheck,
  Tag,
  UserRoundCheck,
} from "lucide-react";
import { useId } from "react";

export const RENTING: readonly GuideStep[] = [
  {
    title: "Find it",
    text: "Search by keyword, category or location. Each item shows its price per day.",
    Icon: Search,
  },
  {
    title: "Request your dates",
    text: "Choose your dates and pickup, meetup or delivery.",
    Icon: CalendarCheck,
  },
  {
    title: "Pay securely",
    text: "You see every fee and the deposit first. We don’t charge your card until the owner approves.",
    Icon: CreditCard,
  },
  {
    title: "Pick it up",
    text: "Meet the owner, check the item together, add photos of its condition, and confirm on the booking page that you have it.",
    Icon: Handshake,
  },
  {
    title: "Return it",
    text: "Bring it back on time and in the same condition.",
    Icon: PackageCheck,
  },
  {
    title: "Get your deposit back",
    text: "We release the deposit when the owner confirms the return, or after 48 hours if they don’t report a problem.",
    Icon: ShieldCheck,
  },
];

export const LISTING: readonly GuideStep[] = [
  {
    title: "Complete your profile",
    text: "Add your name, phone number and town. We approve each account before it can list.",
    Icon: UserRoundCheck,
  },
  {
    title: "Show your item",
    text: "Add at least three photos, a clear title and its condition.",
    Icon: Camera,
  },
  {
    title: "Set your terms",
    text: "You choose the daily rate, deposit, fees, available days, and pickup or delivery.",
    Icon: Tag,
  },
  {
    title: "Approve requests",
    text: "See who wants to rent and when. You can decline any request. Just tell the renter why.",
    Icon: CalendarCheck,
  },
  {
    title: "Hand it over",
    text: "Meet the renter, and mark the item as handed over on the booking page.",
    Icon: Handshake,
  },
  {
    title: "Get paid",
    text: "We pay your earnings to your bank account two days after the return, minus our commission.",
    Icon: Banknote,
  },
];

type GuideStep = { title: string; text: string; Icon: LucideIcon };

export function Guide({ title, steps }: { title: string; steps: readonly GuideStep[] }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="rounded-card border border-line bg-surface p-5 md:p-8">
      <h2 id={heading} className="display-type text-2xl">
        {title}
      </h2>
      <ol className="mt-6 grid gap-6">
        {steps.map(({ title: name, text, Icon }, index) => (
          <li key={name} className="grid grid-cols-[2.75rem_1fr] gap-x-4">
            <span className="grid size-11 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <div>
              <h3 className="font-semibold">
                {index + 1}. {name}
              </h3>
              <p className="mt-0.5 text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
