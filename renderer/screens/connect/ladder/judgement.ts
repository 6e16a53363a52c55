// What is known of one link of the chain, and what its button does.

export const stepIds = ['hub', 'agent', 'browser', 'extension', 'answer'] as const;
export type StepId = (typeof stepIds)[number];

export interface NamedRemedy {
  readonly kind:
    | 'connect-agent'
    | 'compare-agent'
    | 'connect-browser'
    | 'repair-browser'
    | 'start-browser'
    | 'pair-browser'
    | 'approve-browser'
    | 'review-browser';
  readonly id: string;
  /** The agent's or the browser's, as it is shown. */
  readonly name: string;
}

export type Remedy =
  | NamedRemedy
  | { readonly kind: 'other-agent' | 'add-folder' }
  | { readonly kind: 'open-extensions'; readonly id: string; readonly name: string; readonly page: string };

/**
 * `proven`: by an answer. `failed`: tried, with its remedy where there is one. `waits`: for the step that the text names. `untried`: not
 * tried yet, or too long ago.
 */
export interface Judgement {
  readonly state: 'proven' | 'failed' | 'waits' | 'untried';
  readonly text: string;
  readonly remedy: Remedy | null;
}

export const proven = (text: string): Judgement => ({ state: 'proven', text, remedy: null });
export const failed = (text: string, remedy: Remedy | null = null): Judgement => ({ state: 'failed', text, remedy });
export const waits = (text: string): Judgement => ({ state: 'waits', text, remedy: null });
export const untried = (text: string, remedy: Remedy | null = null): Judgement => ({ state: 'untried', text, remedy });
