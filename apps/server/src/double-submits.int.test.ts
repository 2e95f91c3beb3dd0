import { isIdempotent, successStatus } from "@nexby/contract/endpoint";
import { ENDPOINTS, type ListedEndpoint } from "@nexby/contract/endpoints";
import { describe, expect, test } from "vitest";
import { newId } from "./platform/ids.ts";
import { accountScenarios } from "./testing/double-submits/accounts.fixture.ts";
import { adminScenarios } from "./testing/double-submits/admin.fixture.ts";
import { bookingScenarios } from "./testing/double-submits/bookings.fixture.ts";
import { added, EffectCounter, type Effects, NEVER_TWICE } from "./testing/double-submits/effects.ts";
import { listingScenarios } from "./testing/double-submits/listings.fixture.ts";
import { meet } from "./testing/double-submits/meeting.ts";
import { paymentScenarios } from "./testing/double-submits/payments.fixture.ts";
import { peopleScenarios } from "./testing/double-submits/people.fixture.ts";
import { rentalScenarios } from "./testing/double-submits/rentals.fixture.ts";
import { type Answer, type Scenario, type Submission, submit } from "./testing/double-submits/submission.ts";
import { useSubmissions } from "./testing/double-submits/world.fixture.ts";

/**
 * `npm run prove -- submits 5` submits everything that often with the same key and with another one. `npm test` tries what
 * is harder: another key where the effect must not double, the same one elsewhere.
 */
const IS_FULL = process.env.PROVE === "submits";
const ROUNDS = Number(process.env.PROVE_AMOUNT ?? 1);

const WRITES = ENDPOINTS.filter(({ method }) => method !== "GET");

const world = useSubmissions();
const SCENARIOS: Record<string, Scenario> = {
  ...accountScenarios(world),
  ...listingScenarios(world),
  ...bookingScenarios(world),
  ...rentalScenarios(world),
  ...peopleScenarios(world),
  ...paymentScenarios(world),
  ...adminScenarios(world),
};

const counter = new EffectCounter(world.database);

/** What the requests add in all, when nothing is left to do. */
async function effectsOf(requests: (submission: Submission) => Promise<Answer[]>, { prepare }: Scenario) {
  await world.beginAnew();
  await world.reachMorning();
  const submission = await prepare();
  await world.runJobs();
  const before = await counter.count();
  const answers = await requests(submission);
  await world.runJobs();
  return { answers, effects: added(before, await counter.count()) };
}

const inWords = (answers: readonly Answer[]) => answers.map(({ status, text }) => `${status} ${text.slice(0, 300)}`);

/** The request once, and twice at the same instant, each on a server of its own. */
function submissions(endpoint: ListedEndpoint, scenario: Scenario) {
  const originOf = (index: number) => world.origins()[index] ?? "";
  const single = () => effectsOf(async (it) => [await submit(originOf(0), endpoint, it, newId())], scenario);
  const pair = (second: (submission: Submission) => Submission, keys: readonly [string, string]) =>
    effectsOf(async (it) => {
      return meet(world.database(), await counter.tables(), [
        () => submit(originOf(0), endpoint, it, keys[0]),
        () => submit(originOf(1), endpoint, second(it), keys[1]),
      ]);
    }, scenario);
  return { single, pair };
}

/** Each count is that of one request, or of two where both may have an effect; never of two for money and units. */
function expectOnce(effects: Effects, single: Effects, mayDouble: boolean) {
  if (!mayDouble) {
    expect(effects).toEqual(single);
    return;
  }
  const names = [...new Set([...Object.keys(effects), ...Object.keys(single)])];
  const wrong = names.filter((name) => {
    const [count, of] = [effects[name] ?? 0, single[name] ?? 0];
    const most = NEVER_TWICE.includes(name) ? of : 2 * of;
    return count < Math.min(of, most) || count > Math.max(of, most);
  });
  expect(wrong.map((name) => `${name}: ${effects[name]} instead of ${single[name]}`)).toEqual([]);
}

/** One succeeds; the other does too, or is refused clearly. */
function expectAnswered(endpoint: ListedEndpoint, answers: readonly Answer[]) {
  const success = successStatus(endpoint);
  const clear = answers.filter(({ status }) => status === success || (status >= 400 && status < 500));
  expect(inWords(clear)).toEqual(inWords(answers));
  expect(inWords(answers)).toContainEqual(expect.stringMatching(new RegExp(`^${success} `)));
}

test("every write endpoint of the contract is submitted twice, and says whether it may act twice", () => {
  expect(Object.keys(SCENARIOS).toSorted()).toEqual(WRITES.map(({ id }) => id).toSorted());
});

describe.each(WRITES.map((endpoint) => [endpoint.id, endpoint] as const))("%s", (id, endpoint) => {
  const scenario = SCENARIOS[id];
  if (!scenario) return;
  const { single, pair } = submissions(endpoint, scenario);
  const { again = (first: Submission) => first } = scenario;
  const isAboutOneAttempt = isIdempotent(endpoint) || scenario.again !== undefined;

  const mayDouble = scenario.twice !== undefined;
  const withSameKey = async (reference: Effects) => {
    const key = newId();
    const { answers, effects } = await pair((first) => first, [key, key]);
    expectAnswered(endpoint, answers);
    expectOnce(effects, reference, mayDouble && !isAboutOneAttempt);
    if (isIdempotent(endpoint)) expect(answers[0]).toEqual(answers[1]);
  };
  const withAnotherKey = async (reference: Effects) => {
    const { answers, effects } = await pair(again, [newId(), newId()]);
    expectAnswered(endpoint, answers);
    expectOnce(effects, reference, mayDouble);
  };

  test(`a write submitted twice at the same instant has ${mayDouble ? "two effects only if that is meant" : "one effect"}`, async () => {
    const { answers, effects: reference } = await single();
    expectAnswered(endpoint, answers);
    for (let round = 0; round < ROUNDS; round += 1) {
      if (IS_FULL || mayDouble) await withSameKey(reference);
      if (IS_FULL || !mayDouble) await withAnotherKey(reference);
    }
  });
});
