import { DomainError } from "../../../src/shared/problems/errors.ts";
import { maskEmail } from "../../../src/shared/text/mask-email.ts";
import type { Cell } from "./authorization-rows.ts";
import type { Answer } from "./site.ts";

export const status = async (answer: Promise<Answer>): Promise<Cell> => (await answer).status;

/** Whether a response with status 200 contains a text. Any other status is the cell itself. */
export async function meets(answer: Promise<Answer>, text: string): Promise<Cell> {
  const { status: code, text: body } = await answer;
  if (code !== 200) return code;
  return body.includes(text) ? "seen" : "hidden";
}

/** Like `meets`, for a list; "empty" for a list without items. */
export async function meetsInList(answer: Promise<Answer>, text: string): Promise<Cell> {
  return (await answer).text === "[]" ? "empty" : meets(answer, text);
}

/**
 * Whether a response with status 200 shows the full or the masked email of an item. Any other status is the
 * cell itself.
 */
export async function showsEmail(answer: Promise<Answer>, id: string, email: string): Promise<Cell> {
  const { status: code, body } = await answer;
  return code === 200 ? emailIn(body, id, email) : code;
}

/** @param body an item, an array of items or an object that wraps one */
export function emailIn(body: object, id: string, email: string): Cell {
  const items = (Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) ?? [body])) as {
    _id: string;
    email: string;
  }[];
  const shown = items.find((item) => item._id === id)?.email;
  if (shown === email) return "full";
  if (shown === maskEmail(email)) return "masked";
  throw new Error(`The email of ${id} is shown as ${shown}`);
}

/** @returns "ok", or the status of the error */
export async function outcome(work: () => Promise<Cell | void>): Promise<Cell> {
  try {
    return (await work()) ?? "ok";
  } catch (error) {
    if (error instanceof DomainError) return error.status;
    throw error;
  }
}
