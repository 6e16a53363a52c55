// What the background and the window of a question say to each other over the window's port.
import type { PageScope } from '../../../../contract/web-agent.ts';

export const questionPage = 'alone-question.html';
/** The window says so often that it is there: the background of a browser ends where nobody says anything. */
export const aliveMs = 15_000;

export interface ShownQuestion {
  readonly id: number;
  /** As the browser told it. */
  readonly origin: string;
  /** Of a frame: the page around it. */
  readonly embeddedIn: string | null;
  readonly tabId: number;
  /** What the page says; nobody has checked it. */
  readonly reason: string | null;
  readonly scopes: readonly PageScope[];
  /** Where it asks to call tools of servers of this browser: those that are not decided yet. */
  readonly tools: readonly ShownTool[];
}

export interface ShownTool {
  /** By which it is allowed. */
  readonly key: string;
  readonly id: string;
  readonly description: string;
}

export const questionAnswers = ['once', 'always', 'deny'] as const;
export type QuestionAnswer = (typeof questionAnswers)[number];

export type ToQuestion = { readonly kind: 'question'; readonly question: ShownQuestion };
export type FromQuestion =
  | { readonly kind: 'alive' }
  /** `scopes` and `tools`: those that are ticked, tools by their keys. */
  | {
      readonly kind: 'answer';
      readonly id: number;
      readonly answer: QuestionAnswer;
      readonly scopes: readonly string[];
      readonly tools: readonly string[];
    };
