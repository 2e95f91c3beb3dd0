import { expect, test } from "vitest";
import { isCommonPassword } from "./passwords.ts";

const EMAIL = "maya.rivera@nexby.example";

test.each([
  "password",
  "Password1",
  "PASSWORD123!",
  "12345678",
  "qwertyuiop",
  "aaaaaaaa",
  "abababab",
  "iloveyou!!",
  EMAIL,
  "maya.rivera1984",
])("treats %s as common", (password) => {
  expect(isCommonPassword(password, EMAIL)).toBe(true);
});

test.each(["correct horse battery", "borrow-a-kayak", "maya likes tents", "x7!kQ2pz", "пароль со смыслом"])(
  "does not treat %s as common",
  (password) => {
    expect(isCommonPassword(password, EMAIL)).toBe(false);
  },
);
