import { DomainError } from "./errors.ts";
import { type Actor, policy, type PolicyName, type User } from "./policy.ts";

declare const allowed: unique symbol;

/**
 * A person whom the policy allows an action. Only `authorize` gives one, and the repositories of guarded rows take
 * nothing else: a service that forgets the check doesn't compile.
 */
export type Allowed<Action extends PolicyName> = User & { readonly [allowed]: Action };

/** What else an action's policy needs to know: nothing, or the thing that it is about. */
type Thing<Action extends PolicyName> =
  Parameters<(typeof policy)[Action]> extends [Actor, infer Known] ? [thing: Known] : [];

/**
 * Checks that a person may do something.
 * @param thing for the actions whose policy asks for one
 * @throws DomainError sign_in_required for a visitor, forbidden for everybody else whom the policy refuses
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
