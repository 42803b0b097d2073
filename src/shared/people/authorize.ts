import { DomainError } from "../problems/errors.ts";
import { type Actor, policy, type PolicyName, type User } from "./policy.ts";

declare const allowed: unique symbol;

/**
 * A person who may do an action. Only `authorize` returns this type, and guarded repository functions require
 * it. So a service that forgets the check doesn't compile.
 */
export type Allowed<Action extends PolicyName> = User & { readonly [allowed]: Action };

/** The type of the thing that an action's policy needs; empty if the policy needs only the actor. */
type Thing<Action extends PolicyName> =
  Parameters<(typeof policy)[Action]> extends [Actor, infer Known] ? [thing: Known] : [];

/**
 * Checks that a person may do something.
 * @param thing for actions whose policy needs one
 * @throws DomainError sign_in_required for a visitor, forbidden for other people without the permission
 */
export function authorize<Action extends PolicyName>(
  actor: Actor,
  action: Action,
  ...thing: Thing<Action>
): Allowed<Action> {
  if (!actor) throw new DomainError("sign_in_required");
  const decide = policy[action] as (actor: Actor, ...thing: unknown[]) => boolean;
  if (!decide(actor, ...thing)) throw new DomainError("forbidden");
  return actor as Allowed<Action>;
}
