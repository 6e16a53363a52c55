// What a Harbor home holds beside servers, in words of ours: clients and sign-ins of accounts, models with their keys, conversations.
import type { Reason } from '../../../../../contract/reasons.ts';
import type { HarborSession, LlmConfig } from '../../../../../contract/schemas/harbor-home.ts';
import type { KeptSignIn } from '../../../../../contract/schemas/oauth.ts';

export type HarborThing =
  | { readonly kind: 'client'; readonly name: string; readonly id: string; readonly secret: string }
  | { readonly kind: 'sign-in'; readonly name: string; readonly signIn: KeptSignIn }
  | { readonly kind: 'models'; readonly name: string; readonly models: HarborModels }
  | { readonly kind: 'conversation'; readonly name: string; readonly session: HarborSession };

/** A provider of models with its key, the names that the user gave to models of it, and which of them is the usual one. */
export interface HarborModels {
  readonly provider: LlmConfig['providers'][string];
  readonly models: LlmConfig['models'];
  readonly defaultModel: string | null;
  readonly isDefaultProvider: boolean;
}

/**
 * Takes one over; rejects with HubError where it cannot be kept. A kind that nobody takes is not offered. `isHere` tells whether the same is
 * here already.
 */
export type ThingTakers = {
  readonly [K in HarborThing['kind']]?: {
    take(thing: Extract<HarborThing, { kind: K }>): Promise<void>;
    isHere(thing: Extract<HarborThing, { kind: K }>): boolean;
    /** Tells what it takes the place of from any other, now; null where it takes nothing's place, as where this is absent. No secret. */
    replaces?(thing: Extract<HarborThing, { kind: K }>): string | null;
    /** Why it cannot be taken. */
    refusal?(thing: Extract<HarborThing, { kind: K }>): Reason | null;
  };
};
