import { useState } from "react";
import { Link } from "wouter";
import { PRODUCT_NAME } from "../../lib/browser/document.ts";
import { ListItemLink } from "../product/profile-gate.tsx";
import { LazyPart } from "../ui/loading.tsx";
import type { FooterTopic } from "./footer-dialog.tsx";
import { Wordmark } from "./header.tsx";

/** An entry without a path opens a dialog. */
type Entry = readonly [topic: FooterTopic] | readonly [label: string, href: string];

/** Uses ListItemLink, because some users must complete other steps first. */
const NEW_LISTING = "/create-listing";

const COLUMNS: readonly { title: string; entries: readonly Entry[] }[] = [
  {
    title: "Quick Links",
    entries: [
      ["Browse Items", "/browse"],
      ["List an Item", NEW_LISTING],
      ["How It Works", "/how-it-works"],
      ["About Us"],
    ],
  },
  {
    title: "Support",
    entries: [["Help Center", "/help-center"], ["Safety Guidelines"], ["Insurance Info"], ["Community Guidelines"]],
  },
  {
    title: "Legal",
    entries: [
      ["Terms of Service", "/terms"],
      ["Privacy Policy", "/privacy-policy"],
      ["Cookie Policy", "/cookie-policy"],
      ["Prohibited Items", "/prohibited-items"],
    ],
  },
];

const LINK =
  "inline-flex min-h-11 min-w-11 items-center rounded-control underline-offset-4 hover:text-ink hover:underline";

const loadDialog = () => import("./footer-dialog.tsx").then((module) => module.FooterDialog);

export function Footer() {
  const [topic, setTopic] = useState<FooterTopic | null>(null);
  return (
    <footer className="mt-16 border-line border-t bg-surface text-muted text-sm">
      <div className="page-width grid grid-cols-2 gap-x-8 gap-y-8 pt-10 pb-6 sm:grid-cols-3 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="col-span-full lg:col-span-1">
          <Wordmark />
          <p className="mt-3 max-w-[40ch] text-pretty">
            The neighborhood marketplace for renting what you need and sharing what you have.
          </p>
        </div>
        {COLUMNS.map(({ title, entries }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-semibold text-base text-ink">{title}</h2>
            <ul className="mt-1">
              {entries.map((entry) => (
                <li key={entry[0]} className="flex min-h-11 items-center">
                  <FooterEntry entry={entry} onOpen={setTopic} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="border-line border-t">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-3">
          <p>© 2024 {PRODUCT_NAME}. Card payments by Stripe, maps by MapLibre.</p>
          <nav aria-label="About this site" className="flex gap-6">
            <Link href="/credits" className={LINK}>
              Credits
            </Link>
            <a href="/api/docs" className={LINK}>
              API docs
            </a>
          </nav>
        </div>
      </div>
      {topic && <LazyPart load={loadDialog} props={{ topic, onClose: () => setTopic(null) }} />}
    </footer>
  );
}

function FooterEntry({ entry, onOpen }: { entry: Entry; onOpen: (topic: FooterTopic) => void }) {
  if (entry.length === 1) {
    return (
      <button type="button" aria-haspopup="dialog" className={LINK} onClick={() => onOpen(entry[0])}>
        {entry[0]}
      </button>
    );
  }
  const [label, href] = entry;
  if (href === NEW_LISTING) return <ListItemLink className={LINK}>{label}</ListItemLink>;
  return (
    <Link href={href} className={LINK}>
      {label}
    </Link>
  );
}
