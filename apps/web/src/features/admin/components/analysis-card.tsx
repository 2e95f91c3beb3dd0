import type { FraudAnalysisView } from "@nexby/contract/admin/fraud";
import * as fraudContract from "@nexby/contract/admin/fraud";
import { dollarText } from "@nexby/domain/kernel/amount-text";
import { type ReactNode, useId } from "react";
import { Link } from "wouter";
import { Form, SubmitButton } from "../../../components/forms/form.tsx";
import { TextAreaField } from "../../../components/forms/text-fields.tsx";
import { DialogButton, DialogButtons } from "../../../components/ui/dialog.tsx";
import { Badge } from "../../../components/ui/section.tsx";
import { useIntent } from "../../../lib/browser/intents.ts";
import { formatDay, formatMoment, zonedFormat } from "../../../lib/dates.ts";
import { decideFraudReview } from "../api.ts";
import { DECISIONS, flagCopy, memberName, timeLeftCopy, weightCopy } from "../copy.ts";

const PATTERNS: Record<FraudAnalysisView["patterns"][number], string> = {
  account: "Account",
  history: "History",
  amount: "Amount",
  timing: "Timing",
  card: "Card",
  message: "Message",
  delivery: "Delivery",
  links: "Linked accounts",
};

type RedFlagsProps = Pick<FraudAnalysisView, "redFlags" | "patterns">;

/** The red flags with their weights, and the patterns they belong to. */
function RedFlags({ redFlags, patterns }: RedFlagsProps) {
  return (
    <div>
      <h4 className="font-semibold text-sm">Signals</h4>
      {redFlags.length === 0 && <p className="mt-2 text-muted text-sm">None</p>}
      <ul className="mt-1">
        {redFlags.map((flag) => (
          <li
            key={flag.code}
            className="flex items-baseline justify-between gap-4 border-line border-b py-2 text-sm last:border-b-0"
          >
            <span className="min-w-0">{flagCopy(flag)}</span>
            <span className={`shrink-0 font-semibold tabular-nums ${flag.weight < 0 ? "text-on-success-soft" : ""}`}>
              {weightCopy(flag)}
            </span>
          </li>
        ))}
      </ul>
      {patterns.length > 0 && (
        <ul aria-label="Patterns" className="mt-2 flex flex-wrap gap-2">
          {patterns.map((pattern) => (
            <li key={pattern}>
              <Badge look="plain">{PATTERNS[pattern]}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const LEVELS = {
  low: { label: "Low risk", look: "good", fill: "fill-on-success-soft" },
  medium: { label: "Medium risk", look: "plain", fill: "fill-muted" },
  high: { label: "High risk", look: "waiting", fill: "fill-on-warning-soft" },
  critical: { label: "Critical risk", look: "bad", fill: "fill-danger" },
} as const;

const MOMENTS: Record<FraudAnalysisView["analysisType"], string> = {
  authorization: "when the card was authorized",
};

type RiskScoreProps = Pick<FraudAnalysisView, "riskScore" | "riskLevel" | "confidence" | "analysisType">;

/** The score as a number and a bar; confidence is the share of signals that were available. */
function RiskScore({ riskScore, riskLevel, confidence, analysisType }: RiskScoreProps) {
  const { label, look, fill } = LEVELS[riskLevel];
  return (
    <div>
      <p className="flex items-center gap-3">
        <span className="display-type text-2xl tabular-nums">
          {riskScore}
          <span className="text-base text-muted"> of 100</span>
        </span>
        <Badge look={look}>{label}</Badge>
      </p>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-2.5 h-1.5 w-full overflow-hidden rounded-full bg-sunken"
      >
        <rect width={riskScore} height="4" className={fill} />
      </svg>
      <p className="mt-2 text-muted text-sm">
        Confidence {Math.round(confidence * 100)}%, assessed {MOMENTS[analysisType]}
      </p>
    </div>
  );
}

/** The score and the signals that raised it, for a list. */
export function RiskSummary({ analysis }: { analysis: FraudAnalysisView }) {
  const { riskScore, riskLevel, redFlags } = analysis;
  const { label, look } = LEVELS[riskLevel];
  const reasons = redFlags.filter(({ weight }) => weight >= 0).map(flagCopy);
  return (
    <div className="grid gap-1.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">Risk score {riskScore} of 100</span>
        <Badge look={look}>{label}</Badge>
      </p>
      {reasons.length > 0 && <p className="max-w-prose text-pretty text-sm">{reasons.join(" · ")}</p>}
    </div>
  );
}

type DecisionProps = {
  decision: keyof typeof DECISIONS;
  analysis: FraudAnalysisView;
  onDone: (message: string) => Promise<void>;
  onOpenerGone: () => void;
};

const schema = fraudContract.decideFraudReview.body.pick({ notes: true });

/** Confirms the decision and asks for notes, which are stored. */
export function FraudDecision({ decision, analysis, onDone, onOpenerGone }: DecisionProps) {
  const { label, title, text } = DECISIONS[decision];
  const name = memberName(analysis.renter);

  return (
    <DialogButton
      label={label}
      name={`${label}: ${analysis.item.title}, ${name}`}
      title={title(name)}
      text={text}
      onOpenerGone={onOpenerGone}
    >
      {(close) => (
        <NotesForm decision={decision} analysis={analysis} onDone={(message) => onDone(message).then(close)} />
      )}
    </DialogButton>
  );
}

function NotesForm({ decision, analysis, onDone }: Omit<DecisionProps, "onOpenerGone">) {
  const { label, busyText, done, look } = DECISIONS[decision];
  const submit = useIntent((key, notes: string) => decideFraudReview(analysis.id)(key, { decision, notes }));

  return (
    <Form
      schema={schema}
      className="mt-5 grid grid-cols-1 gap-6"
      onSubmit={async ({ notes }) => {
        await submit(notes);
        await onDone(done(memberName(analysis.renter)));
      }}
    >
      <TextAreaField name="notes" label="Reason" hint="Only admins can see this" />
      <DialogButtons>
        <SubmitButton look={look} busyText={busyText}>
          {label}
        </SubmitButton>
      </DialogButtons>
    </Form>
  );
}

type Props = { analysis: FraudAnalysisView; onDone: (message: string) => Promise<void>; onGone: () => void };

export function AnalysisCard({ analysis, onDone, onGone }: Props) {
  const id = useId();
  const { item, renter, message, review, allowedActions } = analysis;

  return (
    <li>
      <article aria-labelledby={id} className="rounded-card border border-line bg-surface p-5 md:p-6">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h3 id={id} className="min-w-0 display-type text-lg">
            <Link
              href={`/listings/${item.id}`}
              className="-my-2 inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            >
              {item.title}
            </Link>
            <span className="text-muted"> for {memberName(renter)}</span>
          </h3>
          <AnalysisStatus analysis={analysis} />
        </div>
        <div className="mt-5 grid gap-x-10 gap-y-6 md:grid-cols-2">
          <div className="grid content-start gap-5">
            <RiskScore {...analysis} />
            <AnalysisFacts analysis={analysis} />
          </div>
          <RedFlags {...analysis} />
        </div>
        {message !== null && (
          <figure className="mt-5 rounded-control bg-subtle px-4 py-3 text-sm">
            <figcaption className="text-muted">Message to the owner</figcaption>
            <blockquote className="mt-1 whitespace-pre-line break-words">{message}</blockquote>
          </figure>
        )}
        {review && <Review review={review} />}
        {allowedActions.length > 0 && (
          <div className="mt-5 flex flex-wrap gap-3 border-line border-t pt-5">
            {allowedActions.map((decision) => (
              <FraudDecision
                key={decision}
                decision={decision}
                analysis={analysis}
                onDone={onDone}
                onOpenerGone={onGone}
              />
            ))}
          </div>
        )}
      </article>
    </li>
  );
}

/** The time left to decide, or the outcome. */
function AnalysisStatus({ analysis }: { analysis: FraudAnalysisView }) {
  const { status, secondsLeft, recommendation, review, allowedActions } = analysis;
  if (review && review.decision !== "request_info") {
    return <Badge look={review.decision === "approve" ? "good" : "bad"}>{DECISIONS[review.decision].past}</Badge>;
  }
  if (allowedActions.length > 0 && secondsLeft !== null) {
    return <Badge look={secondsLeft > 0 ? "waiting" : "bad"}>{timeLeftCopy(secondsLeft)}</Badge>;
  }
  if (status === "auto_cleared") return <Badge look="good">Cleared automatically</Badge>;
  return recommendation === "decline" ? (
    <Badge look="bad">Declined automatically</Badge>
  ) : (
    <Badge look="plain">No decision</Badge>
  );
}

function Review({ review }: { review: NonNullable<FraudAnalysisView["review"]> }) {
  return (
    <p className="mt-5 break-words border-line border-t pt-4 text-sm">
      <span className="font-semibold">
        {DECISIONS[review.decision].past} by {review.by}
      </span>
      <span className="text-muted">, {formatMoment(review.at)}</span>
      {review.notes && <span className="mt-1 block whitespace-pre-line">{review.notes}</span>}
    </p>
  );
}

const MOMENT = { year: "numeric", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

const daysOf = ({ startAt, endAt, timezone }: FraudAnalysisView["booking"]): string =>
  zonedFormat(new Date(startAt), timezone, MOMENT).formatRange(new Date(startAt), new Date(endAt));

function AnalysisFacts({ analysis }: { analysis: FraudAnalysisView }) {
  const { booking, renter, owner, createdAt } = analysis;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
      <Fact title="Renter">
        <PersonLink person={renter} />, joined {formatDay(renter.createdAt)}
        <span className="block break-words text-muted">{renter.email}</span>
      </Fact>
      <Fact title="Owner">
        <PersonLink person={owner} />
      </Fact>
      <Fact title="Dates">{daysOf(booking)}</Fact>
      <Fact title="Handoff">
        <span className="capitalize">{booking.exchangeType}</span>
        {booking.quantity > 1 && `, ${booking.quantity} units`}
      </Fact>
      <Fact title="Amount">
        <span className="tabular-nums">{dollarText(booking.totalCents)}</span>
        {booking.depositCents > 0 && ` plus ${dollarText(booking.depositCents)} deposit`}
      </Fact>
      <Fact title="Requested">{formatMoment(createdAt)}</Fact>
    </dl>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{title}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function PersonLink({ person }: { person: FraudAnalysisView["owner"] }) {
  return (
    <Link
      href={`/users/${person.id}`}
      className="-my-3 inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:text-muted"
    >
      {memberName(person)}
    </Link>
  );
}
