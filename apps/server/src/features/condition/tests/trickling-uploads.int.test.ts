import { connect } from "node:net";
import { uploadProfilePhoto } from "@nexby/contract/listings/photos";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { addPhoto } from "../../../testing/bookings/condition-reports.ts";
import { createUser } from "../../../testing/factories.ts";
import { until } from "../../../testing/server-process.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";

const { here, origin, database, scheduled } = useRentals();

const ACCOUNTS = 5;
const BODIES_EACH = 4;

/** Begins an upload that never ends, and returns whether the server has answered it. */
function beginUpload(headers: Record<string, string>) {
  const { hostname, port } = new URL(origin());
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let hasAnswer = false;
  socket.on("error", () => undefined).on("data", () => (hasAnswer = true));
  const lines = [
    `POST ${uploadProfilePhoto.path} HTTP/1.1`,
    "host: nexby.example",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "content-type: multipart/form-data; boundary=b",
    "content-length: 1000000",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n--b\r\n`);
  socket.write('content-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx');
  return () => hasAnswer;
}

const countedCalls = async () => {
  const { rows } = await database().db.execute(sql`select sum(cardinality(hits))::int as count from throttles`);
  return Number(rows[0]?.count);
};

test("uploads that never arrive, of five accounts that are not approved, keep nobody from adding condition photos", async () => {
  const { id: bookingId } = await scheduled({}, { inDays: 1 });
  const before = await countedCalls();
  const answers: (() => boolean)[] = [];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const viewer = asViewer({ id: await createUser(database().db), isAdmin: false, isApproved: false });
    for (let body = 0; body < BODIES_EACH; body += 1) answers.push(beginUpload(viewer));
  }
  await until(async () => (await countedCalls()) >= before + ACCOUNTS * BODIES_EACH);

  const photos = await Promise.all([1, 2, 3, 4].map(() => addPhoto(origin(), here().owner, { bookingId })));
  expect(new Set(photos.map(({ id }) => id)).size).toBe(4);
  // One upload of each account is being received; its others are refused.
  await until(() => answers.filter((hasAnswer) => hasAnswer()).length === ACCOUNTS * (BODIES_EACH - 1));
});
