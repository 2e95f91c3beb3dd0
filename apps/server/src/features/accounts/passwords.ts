import argon2 from "@node-rs/argon2";
import { and, eq, getTableColumns, gt, lte, sql } from "drizzle-orm";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError, fieldError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { queueMail } from "../../platform/outbox.ts";
import { createQueue } from "../../platform/process.ts";
import { forgetHit, mailboxOf, resetThrottle, throttle } from "../../platform/throttle.ts";
import { passwordResets, type User, users } from "../../schema/accounts.ts";
import { passwordChangedMail } from "./accounts.emails.ts";
import { findUser, lockUser, updateUser } from "./accounts.queries.ts";
import { expirePendingCodes } from "./contact-codes.ts";
import { deleteAllSessions, hashToken, newToken } from "./sessions.ts";

/** Parameters of Argon2id, the library's default algorithm. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two at a time, 19 MiB each, so that a burst of sign-ins cannot starve other requests. */
const inHashQueue = createQueue({ atOnce: 2, mostWaiting: 200 });

/** Compared with when an address is unknown, so that both cases take the same time. */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$8CL3FcwfWn1jv9MGjlwgrA$5Kt63tqGM7cDIZHUo3Beu8WWqD/aztyT9riTo9SoPp0";

/** Makes composed and decomposed characters equal. */
const normalized = (password: string) => password.normalize("NFKC");

export const isSamePassword = (one: string, other: string): boolean => normalized(one) === normalized(other);

export const hashPassword = (password: string): Promise<string> =>
  inHashQueue(() => argon2.hash(normalized(password), COST));

/** Returns false for a wrong password and for a missing hash, after the same work. */
export async function isPasswordOf(storedHash: string | null | undefined, password: string): Promise<boolean> {
  const isCorrect = await inHashQueue(() => argon2.verify(storedHash ?? DUMMY_HASH, normalized(password)));
  return isCorrect && Boolean(storedHash);
}

type Owner = { email: string; isAdmin: boolean };

const ADMIN_LENGTH = 15;

/** Admins can do more harm, so their passwords are longer. In the demo, everyone uses the password that is printed. */
const isLongEnough = (length: number, { isAdmin }: Pick<Owner, "isAdmin">, isDemo: boolean): boolean =>
  isDemo || !isAdmin || length >= ADMIN_LENGTH;

/** The single check for every newly chosen password. */
export function assertGoodNewPassword(password: string, owner: Owner, isDemo: boolean): void {
  if (!isLongEnough(password.length, owner, isDemo)) {
    throw fieldError("password", `Admins need at least ${ADMIN_LENGTH} characters`);
  }
  if (isCommonPassword(password, owner.email)) throw fieldError("password", "Please choose a less common password");
}

/** Common first guesses of eight or more characters; shorter passwords are rejected for their length. */
const COMMON = new Set(
  `password password1 password12 password123 password1234 password! passw0rd passw0rd1 p@ssword p@ssw0rd p@ssw0rd1
  password2024 password2025 password2026 mypassword yourpassword newpassword changeme1 changeme123 letmein1 letmein123
  welcome1 welcome12 welcome123 welcome2024 welcome2025 welcome2026 iloveyou iloveyou1 iloveyou2 iloveyou123 loveyou1
  sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1 batman123
  spiderman starwars starwars1 pokemon1 pokemon123 michael1 jennifer jordan23 charlie1 liverpool liverpool1 chelsea1
  arsenal1 barcelona realmadrid manchester computer computer1 internet internet1 samsung1 samsung123 google123 facebook
  facebook1 whatever whatever1 trustno1 dragon123 monkey123 shadow123 master123 killer123 hunter123 qwertyui qwertyuiop
  qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyqwerty qazwsxedc 1qaz2wsx 1q2w3e4r 1q2w3e4r5t zaq12wsx asdfghjk
  asdfghjkl asdfasdf asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abcdefgh abcdefg1 abc12345 abc123456 a1b2c3d4 aa123456
  admin123 admin1234 administrator root1234 test1234 testtest testing123 guest123 default1 secret123 secret12 access14
  12345678 123456789 1234567890 12345679 123123123 1234qwer 11111111 111111111 1111111111 00000000 000000000 22222222
  66666666 77777777 88888888 99999999 87654321 987654321 9876543210 11223344 1122334455 12341234 12121212 13131313
  69696969 88888888 55555555 44444444 33333333 147258369 159753456 123654789 741852963 789456123 102030405 20202020
  december1 november1 october1 september august123 january1 february1 monday123 friday123 summer123 summer2024
  summer2025 summer2026 winter123 winter2024 winter2025 winter2026 spring2025 autumn2025 chocolate chocolate1 butterfly
  butterfly1 elephant1 cheese123 cookie123 ginger123 jessica1 ashley123 daniel123 andrew123 thomas123 matthew1 william1
  christian christine elizabeth alexander alexander1 victoria victoria1 benjamin patricia stephanie brittany caroline
  corvette mercedes mercedes1 porsche1 maverick maverick1 midnight midnight1 blink182 metallic metallica nirvana1 eminem123
  babygirl babygirl1 lovelove bigdaddy teamo123 teamomucho hello123 hello1234 helloworld goodluck lucky123 freedom1
  blahblah nothing1 anything something happy123 friends1 friendship forever1 football123 soccer123 hockey123 rockyou1
  rentals1 neighbor neighbour neighborhood marketplace nexby123 nexbynexby`.split(/\s+/),
);

/** True for listed passwords, one or two characters repeated, and passwords made from the user's own address. */
export function isCommonPassword(password: string, email: string): boolean {
  const plain = password.toLowerCase();
  const [mailbox = ""] = email.toLowerCase().split("@");
  const isRepeated = new Set(plain).size <= 2;
  const isOwnAddress =
    plain === email.toLowerCase() || (mailbox.length >= 4 && plain.replace(/[\d\W_]+$/, "") === mailbox);
  const isListedWithDecoration = COMMON.has(plain.replace(/[!.?*#$]+$/, ""));
  return COMMON.has(plain) || isRepeated || isOwnAddress || isListedWithDecoration;
}

/** For actions that could give the account away, for which a session alone is not enough. */
export async function assertOwnPassword(
  db: Db,
  user: User,
  { field, password }: { field: string; password: string },
): Promise<void> {
  await countPasswordAttempt(db, user.email);
  if (!(await isPasswordOf(user.passwordHash, password))) throw notYourPassword(field);
}

export const notYourPassword = (field: string) => fieldError(field, "This isn't your current password");

/** Per mailbox, from any network address: ten attempts in 15 minutes. */
const ATTEMPTS = { times: 10, seconds: 15 * 60 };

const keyOf = (email: string) => ["sign-in", mailboxOf(email)];

/**
 * Call this before every password check, so that no endpoint grants extra guesses. Never call it in a transaction that
 * a wrong password would roll back.
 */
export async function countPasswordAttempt(db: Db, email: string): Promise<void> {
  const verdict = await throttle(db, keyOf(email), ATTEMPTS);
  if (!verdict.allowed) throw new AppError("too_many_requests", undefined, verdict);
}

/** After a sign-in, so that users who sign in often do not lock themselves out. Other guesses stay counted. */
export const forgetPasswordAttempt = (db: Db, email: string): Promise<void> => forgetHit(db, keyOf(email));

/** For owners who proved who they are another way, so that someone else's guesses do not lock them out. */
export const clearPasswordAttempts = (db: Db, email: string): Promise<void> => resetThrottle(db, keyOf(email));

type NewPassword = { passwordHash: string; action: "password_changed" | "password_reset" };

/**
 * The only writer of an existing account's password. Ends everything the old one gave access to: sessions, reset links
 * and pending email changes. The caller holds the row lock and starts the next session.
 */
export async function setPassword(tx: Db, user: User, { passwordHash, action }: NewPassword): Promise<void> {
  await updateUser(tx, user.id, { passwordHash });
  await deleteAllSessions(tx, user.id);
  await deletePasswordResets(tx, user.id);
  await expirePendingCodes(tx, user.id, ["email_change_current", "email_change_new"]);
  await queueMail(tx, { to: user.email, ...passwordChangedMail() });
  await recordAudit(tx, { actorId: user.id, action, entityType: "user", entityId: user.id });
}

const FIELD = "password";

/**
 * Runs `work` for actions that need the password as well as a session, in a transaction that locks the account and
 * re-checks that the password is unchanged. Users without a password first set one with an emailed link.
 */
export async function withOwnPassword<Result>(
  db: Db,
  viewer: Viewer,
  password: string,
  work: (tx: Db, user: User) => Promise<Result>,
): Promise<Result> {
  const before = await findUser(db, viewer.id);
  if (!before) throw new AppError("unauthenticated");
  if (before.passwordHash === null) throw fieldError(FIELD, "Set a password first");
  await assertOwnPassword(db, before, { field: FIELD, password });
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, viewer.id);
    if (!user || user.passwordHash !== before.passwordHash) throw notYourPassword(FIELD);
    return work(tx, user);
  });
}

type Account = Pick<User, "isAdmin" | "suspendedAt">;

/**
 * Call this only after the owner is verified, so that no one else learns the account's state. The length is null if no
 * password was used.
 */
export function assertMaySignIn(account: Account, passwordLength: number | null, isDemo: boolean): void {
  if (account.suspendedAt) throw new AppError("account_suspended");
  if (passwordLength !== null && !isLongEnough(passwordLength, account, isDemo)) {
    throw new AppError("password_too_short");
  }
}

const oldestValid = sql`now() - interval '30 minutes'`;
const ofToken = (token: string) =>
  and(eq(passwordResets.tokenHash, hashToken(token)), gt(passwordResets.createdAt, oldestValid));

/** Returns the link's token, which only the mailbox receives. */
export async function insertPasswordReset(db: Db, userId: string): Promise<string> {
  const token = newToken();
  await db.insert(passwordResets).values({ id: newId(), userId, tokenHash: hashToken(token) });
  return token;
}

export async function findUserByResetToken(db: Db, token: string): Promise<User | null> {
  const [user] = await db
    .select(getTableColumns(users))
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(ofToken(token));
  return user ?? null;
}

/** Returns true only for the first use of the link, before it expires. */
export async function takePasswordReset(db: Db, token: string): Promise<boolean> {
  const { rowCount } = await db.delete(passwordResets).where(ofToken(token));
  return rowCount === 1;
}

export async function deletePasswordResets(db: Db, userId: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

export async function deleteOldPasswordResets(db: Db): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.createdAt, oldestValid));
}
